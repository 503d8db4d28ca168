// SPDX-License-Identifier: MIT
// expect: finding assertion
// covers: c++ std::future wait_for
// A future need not be ready when wait_for returns.
#include <cassert>
#include <chrono>
#include <future>
#include <thread>

int main()
{
	std::promise<int> promise;
	std::future<int> value = promise.get_future();
	std::thread setter([&promise] { promise.set_value(7); });

	std::future_status s = value.wait_for(std::chrono::hours(1));
	assert(s == std::future_status::ready); /* BUG */
	setter.join();
	return 0;
}
