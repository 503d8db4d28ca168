// SPDX-License-Identifier: MIT
// expect: ok
// covers: tls thread_local
// thread_local objects with constructors are made in each thread on first use.
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

static std::atomic<int> made;

struct buffer {
	std::string text;

	buffer() : text("fresh " + std::to_string(made++))
	{
	}
};

static buffer &mine()
{
	static thread_local buffer b;

	return b;
}

static void use()
{
	assert(mine().text.substr(0, 5) == "fresh");
	mine().text += "!";
	assert(mine().text.back() == '!');
}

int main()
{
	std::thread a(use), b(use);

	a.join();
	b.join();
	assert(made == 2);
	use();
	assert(made == 3);
	return 0;
}
