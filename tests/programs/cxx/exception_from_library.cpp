// SPDX-License-Identifier: MIT
// expect: finding exception
// message: type .std::future_error' was not caught
// covers: c++ exception std::promise
// libstdc++ throws, for a line of the program.
#include <future>
#include <thread>

static std::promise<int> p;

int main()
{
	std::thread t([] {
		p.set_value(1);
		p.set_value(2); /* BUG */
	});

	t.join();
}
