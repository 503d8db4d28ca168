// SPDX-License-Identifier: MIT
// expect: error
// message: \baccept\b
// covers: unsupported blocking_accept
// Nobody will connect.
#define _GNU_SOURCE
#include <pthread.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

static void *run(void *arg)
{
	struct sockaddr_in local = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (bind(fd, (struct sockaddr *)&local, sizeof(local)) == 0 && listen(fd, 1) == 0)
		close(accept(fd, NULL, NULL)); /* HERE */
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	return 0;
}
