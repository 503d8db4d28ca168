// SPDX-License-Identifier: MIT
// expect: finding double-free
// where: any
// covers: double-free operator-delete
// Two unique_ptr own the same object.
#include <memory>
#include <thread>

static void run()
{
	int *raw = new int(1);
	std::unique_ptr<int> one(raw);
	std::unique_ptr<int> two(raw);
}

int main()
{
	std::thread t(run);

	t.join();
	return 0;
}
