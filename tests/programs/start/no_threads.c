// SPDX-License-Identifier: MIT
// expect: ok
// options: --schedule=random:1 --executions=300 --exit-status --leaks
// covers: start no-threads
// A program without threads has one schedule.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	char *p = malloc(10);

	assert(argc >= 1 && argv[0] != NULL && argv[argc] == NULL);
	strcpy(p, "text");
	free(p);
	return 0;
}
