// SPDX-License-Identifier: MIT
// expect: finding lost-wakeup
// where: any
// covers: c++ std::condition_variable lost-wakeup
// A wait without predicate misses a notification that came before.
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable cond;

int main()
{
	std::thread t([] {
		std::lock_guard<std::mutex> l(lock);
		cond.notify_one();
	});
	{
		std::unique_lock<std::mutex> l(lock);
		cond.wait(l);
	}
	t.join();
	return 0;
}
