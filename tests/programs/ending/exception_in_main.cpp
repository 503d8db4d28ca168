// SPDX-License-Identifier: MIT
// expect: finding exception
// message: int
// where: any
// covers: exception
// An exception that is no std::exception leaves main.
#include <thread>

int main()
{
	std::thread t([] {});

	t.join();
	throw 42;
}
