// SPDX-License-Identifier: MIT
// expect: ok
// covers: c++ std::call_once
// One call succeeds for all threads; a call that throws leaves the next one to try.
#include <atomic>
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::once_flag flag;
static std::atomic<int> tries, caught;
static int ready;

static void run()
{
	for (bool again = true; again;) {
		again = false;
		try {
			std::call_once(flag, [] {
				if (tries++ == 0)
					throw std::runtime_error("not yet");
				ready = 1;
			});
		} catch (const std::runtime_error &) {
			caught++;
			again = true;
		}
	}
	assert(ready == 1);
}

int main()
{
	std::thread a(run), b(run);

	a.join();
	b.join();
	assert(tries == 2 && caught == 1);
	return 0;
}
