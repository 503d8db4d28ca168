// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: c++ std::condition_variable wait_for
// wait_for can give up before the other thread has come.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable cond;
static bool ready;

int main()
{
	std::thread t([] {
		std::lock_guard<std::mutex> l(lock);
		ready = true;
		cond.notify_one();
	});
	{
		std::unique_lock<std::mutex> l(lock);
		bool there = cond.wait_for(l, std::chrono::hours(1), [] { return ready; });
		assert(there); /* BUG */
	}
	t.join();
	return 0;
}
