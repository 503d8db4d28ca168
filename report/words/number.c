/* SPDX-License-Identifier: MIT */
#include "report/words/number.h"

#include "base/text.h"

#define LARGEST_ESTIMATE 1e18
#define DAY              (24.0 * 3600)
#define YEAR             (365.25 * DAY)

void number_add(struct buf *b, uint64_t n)
{
	if (n >= 1000) {
		number_add(b, n / 1000);
		buf_printf(b, ",%03u", (unsigned)(n % 1000));
	} else {
		buf_printf(b, "%u", (unsigned)n);
	}
}

void number_count(struct buf *b, uint64_t n, const char *thing)
{
	number_add(b, n);
	buf_printf(b, " %s%s", thing, n == 1 ? "" : "s");
}

void number_rounded(struct buf *b, double n)
{
	uint64_t unit = 1;
	if (!(n < LARGEST_ESTIMATE)) {
		buf_text(b, "more than 10^18");
		return;
	}
	uint64_t whole = n > 0 ? (uint64_t)(n + 0.5) : 0;
	while (whole / unit >= 1000)
		unit *= 10;
	number_add(b, (whole + unit / 2) / unit * unit);
}

void number_about(struct buf *b, double n)
{
	if (n < LARGEST_ESTIMATE)
		buf_text(b, "about ");
	number_rounded(b, n);
}

void number_duration(struct buf *b, double seconds)
{
	if (!(seconds >= 0 && seconds < LARGEST_ESTIMATE))
		buf_text(b, "an unknown time");
	else if (seconds < 10)
		buf_printf(b, "%.1f s", seconds);
	else if (seconds < 120)
		buf_printf(b, "%.0f s", seconds);
	else if (seconds < 2 * 3600)
		buf_printf(b, "%.0f min", seconds / 60);
	else if (seconds < 48 * 3600)
		buf_printf(b, "%.1f h", seconds / 3600);
	else if (seconds < 1000 * DAY) {
		number_rounded(b, seconds / DAY);
		buf_text(b, " days");
	} else if (seconds < 1e6 * YEAR) {
		number_rounded(b, seconds / YEAR);
		buf_text(b, " years");
	} else {
		buf_text(b, "more than a million years");
	}
}
