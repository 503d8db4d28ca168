// SPDX-License-Identifier: MIT
// expect: finding sync-misuse
// covers: misuse c++ static-local
// The initialiser of a static asks for that static.
#include <thread>

static int depth(int n)
{
	static int d = n ? n : depth(n + 1); /* BUG */

	return d;
}

int main()
{
	std::thread t([] { depth(0); });

	t.join();
	return 0;
}
