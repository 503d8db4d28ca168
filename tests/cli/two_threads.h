/* SPDX-License-Identifier: MIT */
/* The main of many small programs here: two threads, and what must hold once both have ended. */
#ifndef TWO_THREADS_H
#define TWO_THREADS_H

#include <assert.h>
#include <pthread.h>

#define TWO_THREADS(one, two, holds)                                                               \
	int main(void)                                                                             \
	{                                                                                          \
		pthread_t a, b;                                                                    \
		pthread_create(&a, 0, one, 0);                                                     \
		pthread_create(&b, 0, two, 0);                                                     \
		pthread_join(a, 0);                                                                \
		pthread_join(b, 0);                                                                \
		assert(holds);                                                                     \
		return 0;                                                                          \
	}

#endif
