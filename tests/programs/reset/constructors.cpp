// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=500 --exit-status
// covers: reset global-constructors destructors
// Global objects are constructed once before each execution and destroyed once after it.
#include <cassert>
#include <thread>
#include <unistd.h>
#include <vector>

struct registry {
	std::vector<int> entries;
	bool alive;

	registry() : entries{1, 2, 3}, alive(true)
	{
	}
	~registry()
	{
		if (!alive || entries.size() != 4)
			_exit(1);
		alive = false;
	}
};

static registry global;

int main()
{
	assert(global.entries.size() == 3);
	std::thread t([] { global.entries.push_back(4); });
	t.join();
	assert(global.entries.size() == 4);
	return 0;
}
