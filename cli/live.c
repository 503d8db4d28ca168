/* SPDX-License-Identifier: MIT */
#include "cli/live.h"

#include <unistd.h>

void live_init(struct live *l, const struct check_options *o)
{
	/* Lines of JSON and a board on one terminal would spoil each other. */
	bool spoils = o->exec.json_lines && isatty(STDOUT_FILENO);
	*l = (struct live){.symbols = symbols_open(NULL)};
	board_init(&l->board, o->interval_ms, o->exec.quiet || spoils);
	event_lines_init(&l->events, o->exec.json_lines, o->interval_ms);
}

/* There are names to show only after a race or a finding, and then there is a map. */
static void find_symbols(struct live *l, const struct controller *c)
{
	if (l->mapped || !c->total.maps)
		return;
	symbols_free(l->symbols);
	l->symbols = symbols_open(c->total.maps);
	l->mapped = true;
}

void live_watch(const struct controller *c, void *arg)
{
	struct live *l = arg;
	find_symbols(l, c);
	board_watch(&l->board, c, l->symbols);
	event_lines_watch(&l->events, c, l->symbols);
}

void live_end(struct live *l, const struct controller *c)
{
	find_symbols(l, c);
	board_end(&l->board, c, l->symbols);
	event_lines_end(&l->events, c, l->symbols);
	symbols_free(l->symbols);
}
