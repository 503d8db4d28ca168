// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 1
// schedules: all=2 everywhere=2
// misses: sync-only single (needs a data-race preemption point)
// covers: application configuration reload, std::atomic
// A new configuration replaces the old one atomically, and the old one is deleted at once, though a
// request may still be reading it. It has to live until the requests of its time are done.
#include <atomic>
#include <cassert>
#include <thread>

struct Config {
	int limit;
};
static std::atomic<Config *> current;

static Config *reload()
{
	Config *old = current.exchange(new Config{20});

#ifdef FIXED
	return old;
#else
	delete old;
	return nullptr;
#endif
}

int main()
{
	Config *retired = nullptr;

	current = new Config{10};
	std::thread other([&retired] { retired = reload(); });
	int limit = current.load()->limit; /* BUG */
	assert(limit == 10 || limit == 20);
	other.join();
	delete retired;
	delete current.load();
	return 0;
}
