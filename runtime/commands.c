/* SPDX-License-Identifier: MIT */
#include "runtime/commands.h"
#include "runtime/control.h"
#include "runtime/reset/snapshot.h"
#include "runtime/run.h"
#include "runtime/signals.h"
#include "runtime/strategy.h"

#include <string.h>

static void answer_save(void)
{
	struct wire_checkpoint c = {.executions = page->executions, .events = page->events};
	fds_count_left();
	memcpy(c.counters, counters_now(), sizeof(c.counters));
	if (strategy_save(&c.search))
		control_send_checkpoint(&c);
	buf_release(&c.search);
}

static void answer_divide(void)
{
	struct buf order = {0};
	strategy_divide(&order);
	control_send(WIRE_ORDER, order.at, order.n);
	buf_release(&order);
}

void commands_obey(void)
{
	/* It is ended, most likely: what it ran meanwhile would be in vain. */
	if (page->executions == WIRE_EARLY && wire_config.flags & WIRE_DIVIDE_EARLY) {
		answer_divide();
		control_wait();
	}
	if (!attention_asked())
		return;
	for (;;) {
		switch (control_receive()) {
		case 0:
			return;
		case WIRE_SAVE:
			answer_save();
			break;
		case WIRE_DIVIDE:
			answer_divide();
			break;
		case WIRE_QUIT:
			raw_exit(0);
		default:
			break;
		}
	}
}
