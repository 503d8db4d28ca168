/* SPDX-License-Identifier: MIT */
#include "cli/recorded.h"

#include "cli/execute.h"
#include "jobs/file.h"

struct result recorded_words(const struct option_table *table, int argc, char **argv,
                             const char *words[RECORDED_WORDS], bool *help)
{
	struct command_line rest;
	for (size_t i = 0; i < RECORDED_WORDS; i++)
		words[i] = NULL;
	for (size_t i = 0; i <= RECORDED_WORDS; i++) {
		GUARD(options_parse(table->at, table->n, argc, argv, &rest));
		*help |= rest.help;
		if (*help || rest.argc == 0)
			break;
		if (i == RECORDED_WORDS)
			return result_error(
			        "'%s' is one word too many; the program's arguments are in %s",
			        rest.argv[0], words[0]);
		words[i] = rest.argv[0];
		argc = rest.argc;
		argv = rest.argv;
	}
	return result_ok();
}

struct result recorded_load(const char *command, const char *file, struct exec_options *o,
                            struct schedule *s)
{
	GUARD(schedule_load(file, s));
	GUARD(result_within(exec_options_apply(o, s), "%s", file));
	exec_options_args(o, s);
	if (!o->program)
		o->program = s->program;
	if (!o->program)
		return result_error("%s does not name its program; `scree %s %s PROG`", file,
		                    command, file);
	return result_ok();
}

struct result recorded_build(const char *file, const struct schedule *s, const struct program *p,
                             bool force)
{
	if (force || !other_build(s, p))
		return result_ok();
	return result_error("'%s' is not the build that %s was recorded with (build id %s, "
	                    "recorded %s): the finding may be gone or look different. Build the "
	                    "recorded version again, or try this one with --force",
	                    p->name, file, p->build_id ? p->build_id : "missing", s->build_id);
}
