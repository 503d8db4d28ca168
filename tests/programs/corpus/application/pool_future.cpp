// SPDX-License-Identifier: MIT
// bug: assertion or lost-wakeup
// preemptions: 1
// schedules: all=2 everywhere=2
// covers: application thread-pool future, std::condition_variable
// A future of our own: the worker says "ready" before it has stored the value.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

class Future
{
      public:
	void set(int v)
	{
#ifdef FIXED
		std::lock_guard<std::mutex> guard(lock);
		value = v;
		ready = true;
		changed.notify_one();
#else
		{
			std::lock_guard<std::mutex> guard(lock);
			ready = true;
			changed.notify_one();
		}
		std::lock_guard<std::mutex> guard(lock);
		value = v;
#endif
	}

	int get()
	{
		std::unique_lock<std::mutex> guard(lock);
		changed.wait(guard, [this] { return ready; });
		return value;
	}

      private:
	std::mutex lock;
	std::condition_variable changed;
	bool ready = false;
	int value = 0;
};

int main()
{
	Future f;
	std::thread worker([&f] { f.set(7); });

	assert(f.get() == 7); /* BUG */
	worker.join();
	return 0;
}
