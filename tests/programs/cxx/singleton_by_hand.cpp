// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: c++ static-local
// A singleton without a guard is made twice.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> constructed;
static std::atomic<int *> instance;
static int storage[2];

static void use()
{
	if (!instance)
		instance = &storage[constructed++ % 2];
}

int main()
{
	std::thread a(use), b(use);

	a.join();
	b.join();
	assert(constructed == 1); /* BUG */
	return 0;
}
