// SPDX-License-Identifier: MIT
// bug: deadlock
// preemptions: 1
// schedules: all=35 everywhere=35
// weak: deepen maximal everywhere (std::lock tries again, and its rounds are cut)
// covers: application bank transfer, std::lock
// Two guards taken one after the other, in an order that depends on the direction. std::lock takes
// both without waiting while it holds one.
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
	std::mutex lock;
	int balance = 10;
};
static Account a, b;

static void transfer(Account &from, Account &to)
{
#ifdef FIXED
	std::lock(from.lock, to.lock);
	std::lock_guard<std::mutex> first(from.lock, std::adopt_lock);
	std::lock_guard<std::mutex> second(to.lock, std::adopt_lock);
#else
	std::lock_guard<std::mutex> first(from.lock);
	std::lock_guard<std::mutex> second(to.lock); /* BUG */
#endif
	from.balance--;
	to.balance++;
}

int main()
{
	std::thread other([] { transfer(b, a); });

	transfer(a, b);
	other.join();
	assert(a.balance == 10 && b.balance == 10);
	return 0;
}
