// SPDX-License-Identifier: MIT
// expect: ok
// flags: -std=c++20
// covers: c++ atomic-wait std::latch std::counting_semaphore std::barrier std::jthread
// C++20 waiting primitives, which go to the futex system call themselves.
#include <atomic>
#include <barrier>
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

static std::atomic<int> flag;
static std::atomic<long> wide;
static std::latch both(2);
static std::counting_semaphore<4> tokens(0);
static std::barrier meeting(2);

static void run()
{
	flag.wait(0);
	assert(flag == 1);
	wide = 5;
	wide.notify_all();
	both.count_down();
	tokens.acquire();
	meeting.arrive_and_wait();
}

int main()
{
	std::jthread t(run);

	flag = 1;
	flag.notify_one();
	wide.wait(0);
	assert(wide == 5);
	both.arrive_and_wait();
	tokens.release();
	meeting.arrive_and_wait();
	t.join();
	assert(!tokens.try_acquire());
	return 0;
}
