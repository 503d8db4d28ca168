// SPDX-License-Identifier: MIT
// expect: finding abort
// where: any
// covers: c++ std::thread
// The destructor of a joinable thread calls std::terminate.
#include <thread>

int main()
{
	std::thread t([] {});

	return 0;
}
