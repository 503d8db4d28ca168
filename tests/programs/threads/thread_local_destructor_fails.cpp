// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: thread_local destructors
// The destructor of a thread_local object runs in each thread, so twice here.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> destroyed;

struct last_one {
	bool used = false;

	~last_one()
	{
		if (used)
			assert(destroyed.fetch_add(1) == 0); /* BUG */
	}
};

static thread_local last_one object;

static void run()
{
	object.used = true;
}

int main()
{
	std::thread a(run), b(run);

	a.join();
	b.join();
	return 0;
}
