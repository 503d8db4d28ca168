// SPDX-License-Identifier: MIT
// expect: finding exception
// where: any
// covers: exception
// An exception meets a noexcept function on its way to the handler.
#include <stdexcept>
#include <thread>

static void fail()
{
	throw std::logic_error("in the middle");
}

static void firm() noexcept
{
	fail();
}

static void run()
{
	try {
		firm();
	} catch (const std::logic_error &) {
	}
}

int main()
{
	std::thread t(run);

	t.join();
	return 0;
}
