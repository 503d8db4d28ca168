// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 1
// schedules: all=2 everywhere=2
// misses: sync-only single (needs a data-race preemption point)
// covers: application observer list, std::vector
// Observers are told while another thread subscribes. Adding to the list moves it elsewhere and
// frees the memory that the loop walks over.
#include <mutex>
#include <thread>
#include <vector>

static std::mutex lock;
static std::vector<int *> observers;

static void subscribe(int *o)
{
	std::lock_guard<std::mutex> guard(lock);
	observers.push_back(o);
}

static void notify()
{
#ifdef FIXED
	std::lock_guard<std::mutex> guard(lock);
#endif
	int *const *list = observers.data();
	for (size_t i = 0, n = observers.size(); i < n; i++)
		++*list[i]; /* BUG */
}

int main()
{
	int first = 0, second = 0;

	subscribe(&first);
	std::thread other([&second] { subscribe(&second); });
	notify();
	other.join();
	return 0;
}
