// SPDX-License-Identifier: MIT
// expect: finding lost-wakeup or deadlock
// where: any
// covers: c++ std::future lost-wakeup
// Nobody keeps the promise that main waits for.
#include <future>
#include <thread>

int main()
{
	std::promise<int> promise;
	std::future<int> value = promise.get_future();
	std::thread forgetful([] {});

	value.wait();
	forgetful.join();
	return 0;
}
