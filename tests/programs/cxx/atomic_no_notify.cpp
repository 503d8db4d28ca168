// SPDX-License-Identifier: MIT
// expect: finding lost-wakeup
// where: any
// flags: -std=c++20
// options: --schedule=random:1 --executions=2000
// covers: c++ atomic-wait lost-wakeup
// The value changes, but a thread that already sleeps is not told.
#include <atomic>
#include <thread>

static std::atomic<int> flag;

int main()
{
	std::thread t([] { flag.wait(0); });

	for (int i = 0; i < 200; i++)
		std::this_thread::yield();
	flag = 1;
	t.join();
	return 0;
}
