// SPDX-License-Identifier: MIT
// expect: ok
// covers: c++ static-local
// A constructor that throws leaves the next thread to try; one of them succeeds.
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <thread>

static std::atomic<int> tries, caught;

struct table {
	int size;

	table() : size(3)
	{
		if (tries++ == 0)
			throw std::runtime_error("not yet");
	}
};

static table &instance()
{
	static table t;

	return t;
}

static void use()
{
	try {
		assert(instance().size == 3);
	} catch (const std::runtime_error &) {
		caught++;
	}
}

int main()
{
	std::thread a(use), b(use);

	a.join();
	b.join();
	assert(tries == 2 && caught == 1);
	return 0;
}
