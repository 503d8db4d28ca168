// SPDX-License-Identifier: MIT
// expect: ok
// flags: -std=c++17
// covers: c++ std::condition_variable wait wait_for notify_one notify_all condition_variable_any
// Waits with a predicate, timed and not; condition_variable_any with a shared lock.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable cond;
static std::shared_mutex shared;
static std::condition_variable_any any;
static int stage;
static bool open_;

static void follow()
{
	{
		std::unique_lock<std::mutex> l(lock);
		cond.wait(l, [] { return stage == 1; });
		stage = 2;
		cond.notify_all();
	}
	std::shared_lock<std::shared_mutex> l(shared);
	any.wait(l, [] { return open_; });
}

int main()
{
	using namespace std::chrono_literals;
	std::thread t(follow);
	{
		std::unique_lock<std::mutex> l(lock);
		stage = 1;
		cond.notify_one();
		bool there = cond.wait_for(l, 1s, [] { return stage == 2; });
		assert(there == (stage == 2));
	}
	{
		std::unique_lock<std::shared_mutex> l(shared);
		open_ = true;
	}
	any.notify_all();
	t.join();
	assert(stage == 2);
	return 0;
}
