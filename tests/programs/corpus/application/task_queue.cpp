// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 2
// schedules: all=30 everywhere=30
// covers: application task queue, std::condition_variable
// Two workers, and a wait without a predicate: a worker that was woken finds the queue empty if the
// other one came by without sleeping and took the task.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable filled;
static int tasks;
static bool closed;

static void worker()
{
	std::unique_lock<std::mutex> guard(lock);
#ifdef FIXED
	filled.wait(guard, [] { return tasks > 0 || closed; });
#else
	if (tasks == 0 && !closed)
		filled.wait(guard);
#endif
	if (closed)
		return;
	tasks--;
	assert(tasks >= 0); /* BUG */
}

int main()
{
	std::thread a(worker), b(worker);

	{
		std::lock_guard<std::mutex> guard(lock);
		tasks++;
		filled.notify_one();
	}
	{
		std::lock_guard<std::mutex> guard(lock);
		closed = true;
		filled.notify_all();
	}
	a.join();
	b.join();
	return 0;
}
