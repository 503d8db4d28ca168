// SPDX-License-Identifier: MIT
// bug: use-after-free or segfault
// preemptions: 1
// schedules: all=2 everywhere=2
// covers: application read-copy snapshot, std::shared_ptr
// The count inside a shared_ptr is safe, the pointer itself is not: copying it while another thread
// assigns to it takes hold of an object that is just being freed.
#include <memory>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::shared_ptr<int> current;

int main()
{
	current = std::make_shared<int>(1);
	std::thread other([] {
		std::lock_guard<std::mutex> guard(lock);
		current.reset();
	});
	{
#ifdef FIXED
		std::lock_guard<std::mutex> guard(lock);
#endif
		std::shared_ptr<int> copy = current; /* BUG */
	}
	other.join();
	return 0;
}
