// SPDX-License-Identifier: MIT
// expect: finding exception
// message: type .std::runtime_error' was not caught
// where: any
// covers: c++ exception std::future
// Thrown by one thread, thrown again by another one: both places are told.
#include <future>
#include <stdexcept>
#include <thread>

int main()
{
	std::promise<int> promise;
	std::future<int> value = promise.get_future();
	std::thread t([&promise] {
		try {
			throw std::runtime_error("no value");
		} catch (...) {
			promise.set_exception(std::current_exception());
		}
	});

	t.join();
	return value.get();
}
