// SPDX-License-Identifier: MIT
// expect: finding exception
// message: runtime_error|too late
// where: any
// covers: exception
// An exception leaves the thread's function.
#include <atomic>
#include <stdexcept>
#include <thread>

static std::atomic<bool> closed;

static void run()
{
	if (closed)
		throw std::runtime_error("too late");
}

int main()
{
	std::thread t(run);

	closed = true;
	t.join();
	return 0;
}
