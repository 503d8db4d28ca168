/* SPDX-License-Identifier: MIT */
#include "actions/interchange.h"

#include "actions/finding_file.h"
#include "actions/tell.h"
#include "base/text.h"
#include "jobs/system/file.h"
#include "report/render/junit.h"

#include <stdlib.h>
#include <unistd.h>

static void open_log(struct sarif *log, struct buf *out)
{
	char *here = getcwd(NULL, 0);
	sarif_open(log, out, here);
	free(here);
}

/* ---- one finding ---- */

void interchange_sarif(struct buf *out, const struct story *s)
{
	struct sarif log;
	open_log(&log, out);
	sarif_story(&log, s);
	sarif_close(&log, NULL);
}

void interchange_junit(struct buf *out, const struct output *o, const struct story *s)
{
	char *program = command_of(o);
	struct junit j = {.program = program};
	struct junit_end end = {.verdict = VERDICT_FINDING, .text = "", .seconds = -1};
	junit_story(&j, s);
	junit_write(out, &j, &end);
	junit_release(&j);
	mem_free(program);
}

/* ---- a check ---- */

struct both {
	struct sarif log;
	struct junit junit;
};

static void add(const struct story *s, void *arg)
{
	struct both *both = arg;
	sarif_story(&both->log, s);
	junit_story(&both->junit, s);
}

static void add_findings(struct both *both, const struct output *o)
{
	for (size_t i = 0; i < o->findings.n; i++) {
		struct told of = {i < o->paths.n ? o->paths.at[i] : NULL, NULL};
		struct story s;
		if (retell(o, i, add, both))
			continue;
		tell_story(&s, o, i, &of);
		add(&s, both);
		story_release(&s);
	}
}

static void add_numbers(struct junit *j, const struct output *o)
{
	const struct junit_property numbers[] = {
	        {"executions", outcome_executions(o->outcome)}, {"events", o->outcome->done.events},
	        {"threads", o->outcome->done.threads},          {"findings", o->errors},
	        {"warnings", o->findings.n - o->errors},
	};
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		vec_push(&j->properties, numbers[i]);
}

struct result interchange_write(const struct output *o, const struct interchange_files *files,
                                const struct sarif_end *end)
{
	if (!files->sarif && !files->junit)
		return result_ok();
	char *program = command_of(o);
	struct buf log = {0}, junit = {0}, said = {0};
	struct both both = {.junit = {.program = program}};
	if (o->error)
		buf_printf(&said, "%s\n", o->error);
	buf_text(&said, end->text);
	struct sarif_end sarif_end = {end->verdict, end->exit_status, buf_cstr(&said)};
	struct junit_end junit_end = {end->verdict, sarif_end.text, o->error,
	                              o->outcome->elapsed_s};

	open_log(&both.log, &log);
	add_findings(&both, o);
	add_numbers(&both.junit, o);
	sarif_close(&both.log, &sarif_end);
	junit_write(&junit, &both.junit, &junit_end);
	struct result r = files->sarif ? file_write(files->sarif, &log) : result_ok();
	if (files->junit)
		r = result_first(r, file_write(files->junit, &junit));

	junit_release(&both.junit);
	buf_release(&said);
	buf_release(&junit);
	buf_release(&log);
	mem_free(program);
	return r;
}
