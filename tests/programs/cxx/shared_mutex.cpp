// SPDX-License-Identifier: MIT
// expect: ok
// flags: -std=c++17
// covers: c++ std::shared_mutex std::shared_timed_mutex
// Writers are alone, readers share.
#include <atomic>
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static std::shared_timed_mutex timed;
static std::atomic<int> readers, writers;

static void read_it()
{
	std::shared_lock<std::shared_mutex> l(lock);
	readers++;
	assert(writers == 0);
	readers--;
}

static void write_it()
{
	std::unique_lock<std::shared_mutex> l(lock);
	assert(writers++ == 0);
	assert(readers == 0);
	writers--;
	assert(timed.try_lock());
	timed.unlock();
}

int main()
{
	std::thread a(read_it), b(write_it), c(read_it);

	a.join();
	b.join();
	c.join();
	assert(lock.try_lock_shared());
	lock.unlock_shared();
	assert(lock.try_lock());
	lock.unlock();
	return 0;
}
