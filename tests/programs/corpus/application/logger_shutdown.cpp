// SPDX-License-Identifier: MIT
// bug: use-after-free
// preemptions: 0
// schedules: all=2 everywhere=2
// covers: application logger, std::thread
// The logger is deleted when main is through, a moment before the thread that logs is joined.
#include <mutex>
#include <thread>

class Logger
{
      public:
	void log()
	{
		std::lock_guard<std::mutex> guard(lock); /* BUG */
		lines++;
	}

      private:
	std::mutex lock;
	int lines = 0;
};

int main()
{
	Logger *logger = new Logger;
	std::thread worker([logger] { logger->log(); });

	logger->log();
#ifdef FIXED
	worker.join();
	delete logger;
#else
	delete logger;
	worker.join();
#endif
	return 0;
}
