// SPDX-License-Identifier: MIT
// expect: finding double-free
// where: any
// covers: double-free operator-delete
// Two unique_ptr own the same object.
#include <memory>
#include <thread>

static int *volatile shared;

static void run()
{
	shared = new int(1);
	std::unique_ptr<int> one(shared);
	std::unique_ptr<int> two(shared);
}

int main()
{
	std::thread t(run);

	t.join();
	return 0;
}
