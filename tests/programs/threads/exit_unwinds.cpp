// SPDX-License-Identifier: MIT
// expect: ok
// covers: exit
// pthread_exit runs the destructors of every C++ frame that it leaves.
#include <cassert>
#include <pthread.h>

static int alive;

struct guard {
	guard()
	{
		alive++;
	}
	~guard()
	{
		alive--;
	}
};

static void inner()
{
	guard g;

	assert(alive == 2);
	pthread_exit(&alive);
}

static void *run(void *)
{
	guard g;

	inner();
	return nullptr;
}

int main()
{
	pthread_t t;
	void *value;

	pthread_create(&t, nullptr, run, nullptr);
	pthread_join(t, &value);
	assert(value == &alive && alive == 0);
	return 0;
}
