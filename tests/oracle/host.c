/* SPDX-License-Identifier: MIT */
/* The process around an engine that runs in a unit test: a controller that listens and asks
 * nothing. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "tests/oracle/sim.h"

bool standalone;
struct wire_config wire_config;
static struct wire_page host_page;
struct wire_page *page = &host_page;
struct sim_host sim_host;
static jmp_buf ended;

void sim_host_run(void (*fn)(void))
{
	memset(&host_page, 0, sizeof(host_page));
	if (!setjmp(ended))
		fn();
}

static void take_finding(struct reader *r)
{
	struct finding f = {0};

	BUG_ON(!finding_decode(r, &f));
	if (f.severity != SEVERITY_WARNING) {
		sim_host.seen->findings[f.kind]++;
		sim_host.seen->n_findings++;
	}
	finding_release(&f);
}

static void take_done(struct reader *r)
{
	struct wire_done d = {0};

	BUG_ON(!wire_done_decode(r, &d));
	memcpy(sim_host.seen->counters, d.counters, sizeof(d.counters));
	sim_host.seen->complete = d.space.complete;
	sim_host.seen->diverged = d.divergence.happened;
	vec_release(&d.schedule);
	mem_free(d.divergence.what);
}

static void keep(struct buf *b, const void *p, size_t n)
{
	buf_clear(b);
	buf_bytes(b, p, n);
}

void sim_host_release(struct sim_host *host)
{
	buf_release(&host->checkpoint);
	buf_release(&host->order);
	buf_release(&host->details);
	buf_release(&host->trace);
}

void host_send(enum wire_type type, const void *p, size_t n)
{
	struct reader r = {p, n, false};

	if (type == WIRE_CHECKPOINT)
		keep(&sim_host.checkpoint, p, n);
	if (type == WIRE_ORDER)
		keep(&sim_host.order, p, n);
	if (type == WIRE_DETAILS)
		keep(&sim_host.details, p, n);
	if (type == WIRE_TRACE)
		keep(&sim_host.trace, p, n);
	if (type == WIRE_FINDING)
		take_finding(&r);
	else if (type == WIRE_DONE)
		take_done(&r);
	else if (type == WIRE_STACKS)
		sim_host.seen->restarts = true;
	else if (type == WIRE_ERROR)
		sim_host.seen->failed = true;
}

uint32_t host_receive(void)
{
	uint32_t type = sim_host.asks;

	sim_host.asks = 0;
	sim_host.stop |= type && sim_host.stops_then;
	return type;
}

void host_receive_try(struct buf *b)
{
	(void)b;
	BUG("no schedule is tried here");
}

void host_wait(void)
{
}

void host_wait_quit(void)
{
	longjmp(ended, 1);
}

void host_exit(int status)
{
	(void)status;
	longjmp(ended, 1);
}

void host_print(const char *s)
{
	fputs(s, stderr);
}

/* Time stands still: nothing here depends on it. */
uint64_t host_clock_ns(void)
{
	return 0;
}

bool host_stop_requested(void)
{
	return sim_host.stop;
}

bool host_attention(void)
{
	return sim_host.asks && host_page.executions >= sim_host.asks_after;
}

void host_count(void)
{
}

uint64_t host_snapshot_bytes(void)
{
	return 0;
}
