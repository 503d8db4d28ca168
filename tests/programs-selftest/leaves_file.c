// SPDX-License-Identifier: MIT
// expect: ok
// fails: leaves files behind: forgotten
// A file stays in the directory for temporary files.
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	close(open("forgotten", O_CREAT | O_WRONLY, 0600));
	return 0;
}
