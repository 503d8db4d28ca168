/* SPDX-License-Identifier: MIT */
/*
 * N threads give a block of a disk to an inode each (the file system of inspect, table
 * 1): 32 inodes, 26 blocks, a lock for each. Thread i starts at block 2i modulo 26, so
 * thread 13 meets thread 0, and so on: two orders for each pair, 2^(N-13).
 */
#include <pthread.h>

#define INODES 32
#define BLOCKS 26

static pthread_mutex_t inode_lock[INODES], block_lock[BLOCKS];
static int inode[INODES], busy[BLOCKS];

static void take_block(int i)
{
	for (int b = i * 2 % BLOCKS;; b = (b + 1) % BLOCKS) {
		pthread_mutex_lock(&block_lock[b]);
		if (!busy[b]) {
			busy[b] = 1;
			inode[i] = b + 1;
			pthread_mutex_unlock(&block_lock[b]);
			return;
		}
		pthread_mutex_unlock(&block_lock[b]);
	}
}

static void *use(void *arg)
{
	int i = (int)(long)arg % INODES;

	pthread_mutex_lock(&inode_lock[i]);
	if (inode[i] == 0)
		take_block(i);
	pthread_mutex_unlock(&inode_lock[i]);
	return NULL;
}

int main(void)
{
	pthread_t t[N];

	for (int i = 0; i < INODES; i++)
		pthread_mutex_init(&inode_lock[i], NULL);
	for (int i = 0; i < BLOCKS; i++)
		pthread_mutex_init(&block_lock[i], NULL);
	for (long i = 0; i < N; i++)
		pthread_create(&t[i], NULL, use, (void *)i);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], NULL);
	return 0;
}
