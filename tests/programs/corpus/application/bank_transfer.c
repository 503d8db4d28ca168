// SPDX-License-Identifier: MIT
// bug: deadlock
// preemptions: 1
// schedules: all=2 everywhere=2
// covers: application bank transfer
// A transfer locks the account that pays, then the one that gets. Two transfers in opposite
// directions wait for one another; in the order of the accounts they do not.
#include <assert.h>
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	int balance;
};
static struct account accounts[2] = {
        {PTHREAD_MUTEX_INITIALIZER, 10},
        {PTHREAD_MUTEX_INITIALIZER, 10},
};

static void transfer(struct account *from, struct account *to, int amount)
{
	struct account *first = from, *second = to;

#ifdef FIXED
	if (to < from) {
		first = to;
		second = from;
	}
#endif
	pthread_mutex_lock(&first->lock);
	pthread_mutex_lock(&second->lock); /* BUG */
	from->balance -= amount;
	to->balance += amount;
	pthread_mutex_unlock(&second->lock);
	pthread_mutex_unlock(&first->lock);
}

static void *back(void *arg)
{
	transfer(&accounts[1], &accounts[0], 3);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, back, NULL);
	transfer(&accounts[0], &accounts[1], 5);
	pthread_join(t, NULL);
	assert(accounts[0].balance == 8 && accounts[1].balance == 12);
	return 0;
}
