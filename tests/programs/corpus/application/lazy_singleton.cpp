// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=4 everywhere=4
// covers: application lazy singleton, std::atomic
// A singleton is made by whoever needs it first. Looked for and stored in two steps, there can be
// two of them, and each caller uses its own.
#include <atomic>
#include <cassert>
#include <thread>

struct Registry {
	int entries = 0;
};
static std::atomic<Registry *> instance{nullptr};

static Registry *get()
{
	Registry *r = instance.load();

	if (r != nullptr)
		return r;
	Registry *fresh = new Registry;
#ifdef FIXED
	if (instance.compare_exchange_strong(r, fresh))
		return fresh;
	delete fresh;
	return r;
#else
	instance.store(fresh);
	return fresh;
#endif
}

int main()
{
	Registry *theirs = nullptr;
	std::thread other([&theirs] { theirs = get(); });
	Registry *mine = get();

	other.join();
	assert(mine == theirs); /* BUG */
	return 0;
}
