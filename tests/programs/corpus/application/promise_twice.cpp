// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=2 everywhere=2
// covers: application first result wins, std::promise
// Two mirrors are asked, and the first answer counts. "Has anybody answered?" and the answer are
// two steps; a promise that is kept twice throws.
#include <atomic>
#include <cassert>
#include <future>
#include <thread>

static std::promise<int> answer;
static std::atomic<bool> answered;

static void mirror(int value)
{
#ifdef FIXED
	if (answered.exchange(true))
		return;
#else
	if (answered)
		return;
	answered = true;
#endif
	try {
		answer.set_value(value);
	} catch (const std::future_error &) {
		assert(!"answered twice"); /* BUG */
	}
}

int main()
{
	std::thread a(mirror, 1), b(mirror, 2);
	std::future<int> result = answer.get_future();

	a.join();
	b.join();
	int got = result.get();
	assert(got == 1 || got == 2);
	return 0;
}
