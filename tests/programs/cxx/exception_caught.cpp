// SPDX-License-Identifier: MIT
// expect: ok
// covers: c++ exception
// Twin of exception_in_thread: who started the work catches what it throws.
#include <stdexcept>
#include <thread>

struct Guard {
	~Guard()
	{
		try {
			throw 1;
		} catch (int) {
		}
	}
};

static void inner(int n)
{
	Guard guard;

	if (n)
		throw std::runtime_error("too many");
}

int main()
{
	int caught = 0;
	std::thread t([&caught]() noexcept {
		try {
			inner(1);
		} catch (const std::runtime_error &) {
			caught++;
		}
	});

	t.join();
	return caught != 1;
}
