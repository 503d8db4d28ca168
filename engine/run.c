/* SPDX-License-Identifier: MIT */
/* One execution after another, and the end of the run. */
#include "engine/run.h"
#include "engine/commands.h"
#include "engine/detail.h"
#include "engine/engine.h"
#include "engine/event.h"
#include "engine/races.h"
#include "engine/record.h"
#include "engine/send.h"
#include "engine/strategy.h"

#include <string.h>

const struct machine *machine;
struct engine_config engine_config;

static bool running; /* engine_run() was called */
static enum end_reason end_reason;
static int exit_status;

void engine_start(void)
{
	running = false;
	counters_clear();
	engine_config = (struct engine_config){
	        .scheduler = strategy_start(),
	        .pp_set = wire_config.pp_set | PP_SET_YIELD,
	        .max_events = wire_config.max_events,
	        .keep_trace = wire_config.flags & WIRE_WANT_TRACE,
	        .mutation = wire_config.mutation,
	};
	if (engine_mutated(ENGINE_POINT_LOST))
		engine_config.pp_set &= ~PP_BIT(PP_ATOMIC);
	detail_start();
	races_start();
}

bool engine_running(void)
{
	return running;
}

/* ------------------------------------------------------------ end of the run */

static void send_results(void)
{
	struct wire_done done = {
	        .executions = page->executions,
	        .events = page->events,
	        .choices = recording.n_choices,
	        .snapshot_bytes = host_snapshot_bytes(),
	        .threads = recording.max_threads ? recording.max_threads : 1,
	        .exit_status = end_reason == END_EXIT ? exit_status : -1,
	};
	host_count();
	memcpy(done.counters, counters_now(), sizeof(done.counters));
	races_count(done.counters);
	done.schedule.at = recording.choices.at;
	done.schedule.n = recording.choices.n;
	strategy_report(&done);
	if (detail_on)
		detail_send();
	if (wire_config.flags & WIRE_WANT_TRACE)
		send_trace(recording.events.at, recording.events.n);
	page->phase = PHASE_DONE;
	send_done(&done);
}

static NORETURN void finish_run(void)
{
	if (standalone)
		host_exit(end_reason == END_EXIT ? exit_status : 1);
	send_results();
	host_wait_quit();
}

/* ------------------------------------------------------------ one execution */

static void execution_begin(void)
{
	threads_begin();
	decide_begin();
	event_begin();
	record_begin();
	if (detail_on)
		detail_reset();
	races_execution_begins();
}

void engine_execution_finished(void)
{
	strategy_execution_ends();
	decide_end(end_reason);
	if (detail_on) {
		if (threads_exist)
			views_refresh();
		detail_end(recording.n_events);
	}
	races_execution_ends();
	strategy_execution_ended();
	page->events += recording.n_events;
	page->executions++;
}

enum end_reason execution_end_reason(void)
{
	return end_reason;
}

void execution_set_status(int status)
{
	exit_status = status & 0xff; /* all that a parent would see */
}

void execution_end(enum end_reason why)
{
	end_reason = why;
	if (!running) {
		page->executions++;
		finish_run();
	}
	machine->leave();
}

/* ----------------------------------------------------------------- the loop */

static bool more_to_run(void)
{
	commands_obey();
	bool stop = end_reason == END_FINDING && !(wire_config.flags & WIRE_CONTINUE);
	return !stop && !host_stop_requested() && strategy_next();
}

void engine_run(void)
{
	running = true;
	page->phase = PHASE_RUNNING;
	if (strategy_is_over())
		finish_run();
	for (;;) {
		execution_begin();
		if (machine->run())
			engine_execution_finished();
		if (!more_to_run())
			break;
		machine->reset();
	}
	finish_run();
}
