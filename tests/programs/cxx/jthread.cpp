// SPDX-License-Identifier: MIT
// expect: ok
// flags: -std=c++20
// covers: c++ std::jthread stop_token
// A jthread is stopped and joined by its destructor.
#include <atomic>
#include <cassert>
#include <stop_token>
#include <thread>

static std::atomic<bool> stopped;

int main()
{
	{
		std::jthread t([](std::stop_token token) {
			while (!token.stop_requested())
				std::this_thread::yield();
			stopped = true;
		});
	}
	assert(stopped);
	return 0;
}
