/* SPDX-License-Identifier: MIT */
#include "cli/recorded.h"

#include "cli/code_options.h"
#include "cli/execute.h"
#include "jobs/system/file.h"
#include "jobs/system/interrupt.h"

enum { WORD_FILE, WORD_PROGRAM, WORD_COUNT };

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

void recorded_add_force(struct option_table *t, struct recorded *r)
{
	const struct option force = {
	        "force",     0,
	        OPTION_FLAG, &r->force,
	        NULL,        NULL,
	        NULL,        "try it with another build than the one that showed the finding"};
	option_table_add(t, &force, 1);
}

static struct result read_words(const struct option_table *table, int argc, char **argv,
                                const char *words[WORD_COUNT], bool *help)
{
	struct command_line rest;
	for (size_t i = 0; i <= WORD_COUNT; i++) {
		GUARD(options_parse(table->at, table->n, argc, argv, &rest));
		*help |= rest.help;
		if (*help || rest.argc == 0)
			break;
		if (i == WORD_COUNT)
			return result_error(
			        "'%s' is one word too many; the program's arguments are in %s",
			        rest.argv[0], words[WORD_FILE]);
		words[i] = rest.argv[0];
		argc = rest.argc;
		argv = rest.argv;
	}
	return result_ok();
}

struct result recorded_parse(struct recorded *r, const struct option_table *table, int argc,
                             char **argv)
{
	const char *words[WORD_COUNT] = {NULL};
	GUARD(read_words(table, argc, argv, words, &r->exec.help));
	if (r->exec.help)
		return result_ok();
	if (!words[WORD_FILE])
		return result_error("which finding? `scree %s FILE`", r->command);
	r->file = words[WORD_FILE];
	r->exec.program = words[WORD_PROGRAM];
	return exec_options_check(&r->exec);
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
