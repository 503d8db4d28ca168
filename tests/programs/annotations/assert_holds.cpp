// SPDX-License-Identifier: MIT
// expect: ok
// covers: scree_assert c++
// The header works in C++, and scree_assert is an expression.
#include <scree.h>
#include <thread>

static int check(int x)
{
	return scree_assert(x > 0), x;
}

int main()
{
	std::thread t([] {
		scree_assert(check(1) == 1);
		scree_yield();
		scree_preempt();
	});

	scree_assume(true);
	t.join();
	return 0;
}
