// SPDX-License-Identifier: MIT
// expect: ok
// covers: thread_local destructors
// thread_local objects are destroyed at the end of their thread, last one first, before the values
// of keys, and join sees all of it.
#include <cassert>
#include <pthread.h>
#include <string>

static pthread_key_t key;
static std::string order[2];

struct noisy {
	char name;
	int who;

	noisy(char n) : name(n), who(-1)
	{
	}
	~noisy()
	{
		order[who] += name;
	}
};

static thread_local noisy first('a');
static thread_local noisy second('b');

static void destroy_key(void *value)
{
	*static_cast<std::string *>(value) += 'k';
}

static void *run(void *arg)
{
	int who = static_cast<std::string *>(arg) == &order[0] ? 0 : 1;

	pthread_setspecific(key, arg);
	first.who = who;
	second.who = who;
	if (who == 1)
		pthread_exit(nullptr);
	return nullptr;
}

int main()
{
	pthread_t t[2];

	pthread_key_create(&key, destroy_key);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], nullptr, run, &order[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], nullptr);
	assert(order[0] == "bak");
	assert(order[1] == "bak");
	return 0;
}
