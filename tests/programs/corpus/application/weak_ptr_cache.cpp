// SPDX-License-Identifier: MIT
// bug: segfault
// preemptions: 1
// schedules: all=5 everywhere=5
// covers: application cache, std::weak_ptr
// The cache holds a weak pointer. It is asked whether the object is alive, and then for the object,
// which may have died in between. Asking for it at once is the test.
#include <memory>
#include <thread>

static std::weak_ptr<int> cached;
static volatile int sink;

int main()
{
	auto owner = std::make_shared<int>(1);

	cached = owner;
	std::thread other([o = std::move(owner)]() mutable { o.reset(); });
#ifdef FIXED
	if (std::shared_ptr<int> p = cached.lock())
		sink = *p;
#else
	if (!cached.expired()) {
		std::shared_ptr<int> p = cached.lock();
		sink = *p; /* BUG */
	}
#endif
	other.join();
	return 0;
}
