// SPDX-License-Identifier: MIT
// expect: ok
// covers: c++ std::future std::promise std::async std::packaged_task std::shared_future
// Values and exceptions travel through futures.
#include <cassert>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>

static int twice(int x)
{
	return 2 * x;
}

int main()
{
	std::promise<int> promise;
	std::future<int> value = promise.get_future();
	std::thread setter([&promise] { promise.set_value(7); });
	assert(value.get() == 7);
	setter.join();

	std::future<int> async = std::async(std::launch::async, twice, 4);
	std::future<int> lazy = std::async(std::launch::deferred, twice, 5);
	assert(lazy.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
	assert(async.get() + lazy.get() == 18);

	std::packaged_task<int(int)> task(twice);
	std::shared_future<int> shared = task.get_future().share();
	std::thread runner(std::move(task), 3);
	assert(shared.get() == 6 && shared.get() == 6);
	runner.join();

	std::future<void> failing =
	        std::async(std::launch::async, [] { throw std::runtime_error("x"); });
	bool thrown = false;
	try {
		failing.get();
	} catch (const std::runtime_error &) {
		thrown = true;
	}
	assert(thrown);

	std::future<int> broken;
	{
		std::promise<int> forgotten;
		broken = forgotten.get_future();
	}
	try {
		broken.get();
		assert(false);
	} catch (const std::future_error &e) {
		assert(e.code() == std::future_errc::broken_promise);
	}
	return 0;
}
