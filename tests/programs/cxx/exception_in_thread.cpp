// SPDX-License-Identifier: MIT
// expect: finding exception
// message: type .std::runtime_error' was not caught
// covers: c++ exception
// An exception that leaves a thread: the place is where it was thrown, though the frames between are
// gone by the time the program ends, and another exception was thrown and caught meanwhile.
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
		throw std::runtime_error("too many"); /* BUG */
}

int main()
{
	std::thread t([]() noexcept { inner(1); });

	t.join();
}
