// SPDX-License-Identifier: MIT
// expect: ok
// covers: c++ static-local
// A function-local static is constructed once, and is complete for everyone who gets it.
#include <cassert>
#include <thread>

static int constructed;

struct table {
	int size;

	table() : size(0)
	{
		constructed++;
		std::this_thread::yield();
		size = 3;
	}
};

static table &instance()
{
	static table t;

	return t;
}

static void use()
{
	assert(instance().size == 3);
}

int main()
{
	std::thread a(use), b(use);

	a.join();
	b.join();
	assert(constructed == 1);
	return 0;
}
