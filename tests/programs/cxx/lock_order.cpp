// SPDX-License-Identifier: MIT
// expect: finding deadlock
// where: any
// covers: c++ std::mutex deadlock
// Two lock_guards in opposite order.
#include <mutex>
#include <thread>

static std::mutex a, b;

static void run(std::mutex &first, std::mutex &second)
{
	std::lock_guard<std::mutex> outer(first);
	std::lock_guard<std::mutex> inner(second);
}

int main()
{
	std::thread one([] { run(a, b); });
	std::thread two([] { run(b, a); });

	one.join();
	two.join();
	return 0;
}
