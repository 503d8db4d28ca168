// SPDX-License-Identifier: MIT
// bug: assertion
// preemptions: 1
// schedules: all=2 everywhere=2
// covers: inspect table 1, fsbench, the idiom of Frangipani
// Each file has an inode, which gets a free block when it is first used; inodes and blocks have
// their own locks. The buggy one looks whether a block is busy before it takes the lock of the
// block.
#include <assert.h>
#include <pthread.h>

#define FILES  2
#define BLOCKS 2

static struct {
	pthread_mutex_t lock;
	int block; /* 0: none yet */
} inodes[FILES] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static struct {
	pthread_mutex_t lock;
	int busy;
} blocks[BLOCKS] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};

/* Takes the block if nobody has it. */
static int take(int b)
{
	int taken = 0;
#ifdef FIXED
	pthread_mutex_lock(&blocks[b].lock);
	if (!blocks[b].busy)
		taken = blocks[b].busy = 1;
	pthread_mutex_unlock(&blocks[b].lock);
#else
	if (!blocks[b].busy) {
		pthread_mutex_lock(&blocks[b].lock);
		taken = blocks[b].busy = 1;
		pthread_mutex_unlock(&blocks[b].lock);
	}
#endif
	return taken;
}

static void *create_file(void *arg)
{
	int i = arg != NULL;
	pthread_mutex_lock(&inodes[i].lock);
	for (int b = 0; b < BLOCKS && !inodes[i].block; b++)
		if (take(b))
			inodes[i].block = b + 1;
	pthread_mutex_unlock(&inodes[i].lock);
	return NULL;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, create_file, inodes);
	create_file(NULL);
	pthread_join(t, NULL);
	assert(inodes[0].block != inodes[1].block); /* BUG */
	return 0;
}
