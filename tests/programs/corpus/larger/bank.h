/* SPDX-License-Identifier: MIT */
/*
 * Accounts with a lock each; TELLERS threads move money ROUNDS times to the next account, locks in
 * order. Each writes a journal of its own, and the time of the last transfer, which races and is
 * only for people. The bug: the amount is looked at before the locks are taken, so that money is
 * lost or made.
 */
#include <assert.h>
#include <pthread.h>

#define ACCOUNTS 3

static pthread_mutex_t locks[ACCOUNTS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                          PTHREAD_MUTEX_INITIALIZER};
static int balance[ACCOUNTS] = {10, 10, 10}, journal[TELLERS][ROUNDS * 4], last;

static void transfer(int from, int to, int *notes)
{
	int low = from < to ? from : to, high = from < to ? to : from, before;

#ifndef FIXED
	before = balance[from];
#endif
	pthread_mutex_lock(&locks[low]);
	pthread_mutex_lock(&locks[high]);
#ifdef FIXED
	before = balance[from];
#endif
	balance[from] = before - 1;
	balance[to]++;
	pthread_mutex_unlock(&locks[high]);
	pthread_mutex_unlock(&locks[low]);
	notes[0] = from;
	notes[1] = to;
	notes[2] = before;
	notes[3] = notes[0] + notes[1];
	last = from;
}

static void *teller(void *arg)
{
	int(*notes)[ROUNDS * 4] = arg;
	int id = (int)(notes - journal);

	for (int i = 0; i < ROUNDS; i++)
		transfer((id + i) % ACCOUNTS, (id + i + 1) % ACCOUNTS, &(*notes)[i * 4]);
	return NULL;
}

int main(void)
{
	pthread_t threads[TELLERS];
	int sum = 0;

	for (int i = 0; i < TELLERS; i++)
		pthread_create(&threads[i], NULL, teller, &journal[i]);
	for (int i = 0; i < TELLERS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < ACCOUNTS; i++)
		sum += balance[i];
	assert(sum == 10 * ACCOUNTS); /* BUG */
	assert(last >= 0 && last < ACCOUNTS);
	return 0;
}
