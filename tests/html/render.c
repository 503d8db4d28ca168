/* SPDX-License-Identifier: MIT */
/* render-page story|run: the JSON on stdin as a page on stdout, by the code that scree uses. */
#include "base/buf.h"
#include "report/render/html.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	struct buf b = {0}, page = {0};
	char chunk[1 << 16];
	size_t n;
	if (argc != 2 || (strcmp(argv[1], "story") != 0 && strcmp(argv[1], "run") != 0)) {
		fputs("usage: render-page story|run <JSON >PAGE\n", stderr);
		return 2;
	}
	while ((n = fread(chunk, 1, sizeof chunk, stdin)) > 0)
		buf_bytes(&b, chunk, n);
	if (strcmp(argv[1], "run") == 0)
		html_run(&page, (const char *)b.at, b.n);
	else
		html_report(&page, (const char *)b.at, b.n);
	fwrite(page.at, 1, page.n, stdout);
	buf_release(&b);
	buf_release(&page);
	return fflush(stdout) == 0 ? 0 : 1;
}
