/* SPDX-License-Identifier: MIT */
#include "engine/commands.h"
#include "engine/engine.h"
#include "engine/send.h"
#include "engine/strategy.h"

#include <string.h>

static void answer_save(void)
{
	struct wire_checkpoint c = {.executions = page->executions, .events = page->events};
	host_count();
	memcpy(c.counters, counters_now(), sizeof(c.counters));
	if (strategy_save(&c.search))
		send_checkpoint(&c);
	buf_release(&c.search);
}

static void answer_divide(void)
{
	struct buf order = {0};
	strategy_divide(&order);
	host_send(WIRE_ORDER, order.at, order.n);
	buf_release(&order);
}

void commands_obey(void)
{
	/* It is ended, most likely: what it ran meanwhile would be in vain. */
	if (page->executions == WIRE_EARLY && wire_config.flags & WIRE_DIVIDE_EARLY) {
		answer_divide();
		host_wait();
	}
	if (!host_attention())
		return;
	for (;;) {
		switch (host_receive()) {
		case 0:
			return;
		case WIRE_SAVE:
			answer_save();
			break;
		case WIRE_DIVIDE:
			answer_divide();
			break;
		case WIRE_QUIT:
			host_exit(0);
		default:
			break;
		}
	}
}
