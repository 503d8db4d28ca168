/* SPDX-License-Identifier: MIT */
#include "actions/recorded.h"

#include "actions/code_options.h"
#include "actions/execute.h"
#include "jobs/system/file.h"
#include "jobs/system/interrupt.h"

#include <string.h>

void recorded_init(struct recorded *r, const char *command)
{
	*r = (struct recorded){.command = command};
	exec_options_init(&r->exec);
}

void recorded_release(struct recorded *r)
{
	exec_options_release(&r->exec);
	schedule_release(&r->schedule);
}

struct result recorded_load(struct recorded *r)
{
	GUARD(schedule_load(r->file, &r->schedule));
	GUARD(result_within(exec_options_apply(&r->exec, &r->schedule), "%s", r->file));
	exec_options_args(&r->exec, &r->schedule);
	if (!r->exec.program)
		r->exec.program = r->schedule.program;
	if (!r->exec.program)
		return result_error("%s does not name its program; `scree %s %s PROG`", r->file,
		                    r->command, r->file);
	return result_ok();
}

static struct result check_build(const struct recorded *r, const struct program *p)
{
	if (r->force || !other_build(&r->schedule, p))
		return result_ok();
	return result_error("'%s' is not the build that %s was recorded with (build id %s, "
	                    "recorded %s): the finding may be gone or look different. Build the "
	                    "recorded version again, or try this one with --force",
	                    p->name, r->file, p->build_id ? p->build_id : "missing",
	                    r->schedule.build_id);
}

struct result recorded_open(const struct recorded *r, struct program *p)
{
	GUARD(interrupt_catch());
	struct result result = program_open(p, r->exec.program);
	if (!result_failed(result))
		result = check_build(r, p);
	if (result_failed(result))
		program_release(p);
	return result;
}

struct result recorded_run(const struct recorded *r, const struct program *p,
                           const struct wire_config *config, recorded_use *use)
{
	struct worker w;
	struct worker_options how = {.program = p, .config = *config, .mute = true};
	struct result result = code_options_resolve(&r->exec.code, p, &how.config.code);
	if (!result_failed(result)) {
		result = execute(&w, &r->exec, &how, r->command);
		if (!result_failed(result))
			result = use(r, p, &w);
		worker_release(&w);
	}
	code_rules_release(&how.config.code);
	return result;
}

/* ---- what a replay has shown ---- */

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : !a && !b;
}

/* Directories do not count: a report shows files as seen from the current one. */
static bool same_finding(const struct recorded_finding *r, const struct distinct *d)
{
	const struct source_frame *place = d->place && d->place->file ? d->place : NULL;
	if (d->finding->severity != SEVERITY_ERROR || d->finding->kind != r->kind)
		return false;
	if (!place || !r->file)
		return !place && !r->file;
	return place->line == r->line && same_text(place->function, r->function) &&
	       strcmp(last_part(place->file), last_part(r->file)) == 0;
}

size_t replay_finding(const struct schedule *s, const struct output *o)
{
	size_t i = s->finding.known ? 0 : o->findings.n;
	while (i < o->findings.n && !same_finding(&s->finding, &o->findings.at[i]))
		i++;
	return i;
}

enum replay_verdict replay_verdict(const struct schedule *s, const struct output *o)
{
	if (o->outcome->done.divergence.happened)
		return REPLAY_DIVERGED;
	if (o->outcome->stopped_at.step)
		return REPLAY_STOPPED;
	if (replay_finding(s, o) < o->findings.n)
		return REPLAY_REPRODUCED;
	if (o->error || o->outcome->ending == ENDING_INTERRUPTED)
		return REPLAY_ERROR;
	if (s->finding.known)
		return REPLAY_OTHER;
	return o->errors ? REPLAY_FINDING : REPLAY_PASSED;
}
