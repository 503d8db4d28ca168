// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 1
// schedules: all=3 everywhere=3
// misses: sync-only single (needs a data-race preemption point)
// covers: application observer list, std::shared_ptr
// The subject copies the observer under the lock and calls it afterwards, so that it may call back.
// By a plain pointer the observer can be gone by then; a shared one lives until the call is over.
#include <memory>
#include <mutex>
#include <thread>

struct Observer {
	int calls = 0;
};
static std::mutex lock;
static std::shared_ptr<Observer> observer;

static void notify()
{
	std::unique_lock<std::mutex> guard(lock);
#ifdef FIXED
	std::shared_ptr<Observer> o = observer;
#else
	Observer *o = observer.get();
#endif
	guard.unlock();
	if (o != nullptr)
		o->calls++; /* BUG */
}

int main()
{
	observer = std::make_shared<Observer>();
	std::thread other([] {
		std::lock_guard<std::mutex> guard(lock);
		observer.reset();
	});
	notify();
	other.join();
	return 0;
}
