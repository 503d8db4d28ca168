// SPDX-License-Identifier: MIT
// bug: lost-wakeup
// preemptions: 2
// schedules: all=2 everywhere=2
// covers: application work queue with shutdown race, std::thread
// The destructor tells the worker to stop, but not under the worker's lock: a worker between its
// test and its sleep does not hear it, and the destructor waits for it.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

class Worker
{
      public:
	Worker() : thread([this] { run(); })
	{
	}

	~Worker()
	{
		{
#ifdef FIXED
			std::lock_guard<std::mutex> guard(lock);
#endif
			stop = true;
		}
		wake.notify_one();
		thread.join();
	}

      private:
	void run()
	{
		std::unique_lock<std::mutex> guard(lock);
		while (!stop)
			wake.wait(guard); /* BUG */
	}

	std::mutex lock;
	std::condition_variable wake;
	std::atomic<bool> stop{false};
	std::thread thread;
};

int main()
{
	Worker worker;

	return 0;
}
