/* SPDX-License-Identifier: MIT */
/*
 * A program whose strings are markup, quotes, control characters and bytes that are not UTF-8:
 * </script><b>&amp; Two threads take the only ticket; one of them finds that it is gone.
 */
#include <assert.h>
#include <pthread.h>

#define HOSTILE "</script><script>window.broken=1</script> \"quoted' \x1b[31m \xff\xfe"

static int tickets = 1;
static char label[64] = HOSTILE;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *taker(void *arg)
{
	(void)arg;
	if (tickets > 0) {
		pthread_mutex_lock(&gate);
		tickets--;
		label[0] = '<';
		pthread_mutex_unlock(&gate);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t a, b;
	(void)argv;
	assert(argc == 2);
	pthread_create(&a, NULL, taker, NULL);
	pthread_create(&b, NULL, taker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(tickets >= 0 && "</script><script>window.broken=2</script>");
	return 0;
}
