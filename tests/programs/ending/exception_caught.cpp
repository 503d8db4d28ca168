// SPDX-License-Identifier: MIT
// expect: ok
// flags: -std=c++17
// covers: exception
// Exceptions that are caught, rethrown, nested, and thrown by many threads at once.
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

static std::mutex lock;
static int caught;

static void level(int n)
{
	struct guard {
		~guard()
		{
			std::this_thread::yield();
		}
	} g;

	if (n == 0)
		throw std::runtime_error("deep");
	try {
		level(n - 1);
	} catch (...) {
		throw;
	}
}

static void run()
{
	try {
		level(3);
		assert(false);
	} catch (const std::exception &e) {
		assert(std::string(e.what()) == "deep");
		try {
			throw 1;
		} catch (int i) {
			std::this_thread::yield();
			assert(i == 1);
		}
		assert(std::current_exception() != nullptr);
	}
	assert(std::current_exception() == nullptr && std::uncaught_exceptions() == 0);
	std::lock_guard<std::mutex> l(lock);
	caught++;
}

int main()
{
	std::thread a(run), b(run);

	a.join();
	b.join();
	assert(caught == 2);
	return 0;
}
