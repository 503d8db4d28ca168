// SPDX-License-Identifier: MIT
// expect: ok
// covers: c++ std::thread std::mutex std::recursive_mutex std::timed_mutex lock_guard scoped_lock
// The C++ locks exclude; std::lock takes two in any order without deadlock.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex a, b;
static std::recursive_mutex r;
static std::timed_mutex timed;
static int counter, timed_counter;

static void run(int id)
{
	using namespace std::chrono_literals;
	{
		std::unique_lock<std::mutex> first(id ? a : b, std::defer_lock);
		std::unique_lock<std::mutex> second(id ? b : a, std::defer_lock);
		std::lock(first, second);
		counter++;
	}
	{
		std::lock_guard<std::recursive_mutex> outer(r);
		std::lock_guard<std::recursive_mutex> inner(r);
		assert(r.try_lock());
		r.unlock();
	}
	if (timed.try_lock_for(1s)) {
		timed_counter++;
		timed.unlock();
	}
}

int main()
{
	std::vector<std::thread> threads;

	for (int i = 0; i < 2; i++)
		threads.emplace_back(run, i);
	assert(threads[0].get_id() != threads[1].get_id());
	assert(threads[0].joinable());
	for (auto &t : threads)
		t.join();
	assert(!threads[0].joinable());
	assert(counter == 2);
	assert(timed_counter == 1 || timed_counter == 2);
	return 0;
}
