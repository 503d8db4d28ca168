// SPDX-License-Identifier: MIT
// expect: ok
// check: --pp=everywhere -> verified
// check: --pp=everywhere --reduction=dpor -> verified
// check: -> verified
// covers: use-after-return future promise exception
// Results of asynchronous calls, promises and exceptions lie on the stacks of those who wait for them.
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

__attribute__((noinline)) static int asked()
{
	int local = 0;
	auto result = std::async(std::launch::async, [&] { return ++local; });
	return result.get() + local;
}

__attribute__((noinline)) static int promised()
{
	std::promise<int> promise;
	auto result = promise.get_future();
	std::thread t([&] { promise.set_value(3); });
	int n = result.get();
	t.join();
	return n;
}

__attribute__((noinline)) static void add_and_throw(int &sum)
{
	int local = 1;
	std::thread t([&] { sum += local; });
	t.join();
	throw std::runtime_error("added");
}

__attribute__((noinline)) static int caught()
{
	int sum = 0;
	try {
		add_and_throw(sum);
	} catch (const std::exception &) {
		std::thread t([&] { sum++; });
		t.join();
	}
	return sum;
}

int main()
{
	assert(asked() == 2);
	assert(promised() == 3);
	assert(caught() == 2);
	return 0;
}
