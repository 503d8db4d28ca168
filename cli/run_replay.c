/* SPDX-License-Identifier: MIT */
#include "cli/run_replay.h"

#include "actions/finding_file.h"
#include "base/text.h"
#include "event/pp_set.h"
#include "jobs/system/file.h"

#include <inttypes.h>
#include <string.h>

/* Options that a schedule file holds by itself. */
static void add_recorded(struct buf *b, const struct run_options *o)
{
	string_vec options = {0};
	exec_options_record(&o->exec, &options);
	for (size_t i = 0; i < options.n; i++) {
		char *word = str_format("--%s", options.at[i]);
		command_word(b, word);
		mem_free(word);
	}
	strings_release(&options);
	if (o->exec.pp_set != PP_SET_EVERYWHERE || o->exec.code.points.n) {
		struct buf word = {0};
		buf_text(&word, "--pp=");
		pp_set_format(&word, o->exec.pp_set, &o->exec.code.points);
		command_word(b, buf_cstr(&word));
		buf_release(&word);
	}
}

static void add_schedule(struct buf *b, const struct run_options *o, const struct finding *f)
{
	struct buf word = {0};
	switch (o->schedule.kind) {
	case SCHEDULE_RANDOM:
		buf_printf(&word, "--schedule=random:%" PRIu64,
		           o->schedule.seed + (f->execution ? f->execution - 1 : 0));
		break;
	case SCHEDULE_FIXED:
		buf_printf(&word, "--schedule=%s", o->schedule.file);
		break;
	case SCHEDULE_EXPLORE: /* only a saved schedule repeats what an explorer found */
	case SCHEDULE_TRY:
	case SCHEDULE_DEFAULT:
		break;
	}
	if (word.n)
		command_word(b, buf_cstr(&word));
	buf_release(&word);
}

char *run_replay_command(const struct run_options *o, const struct finding *f, bool saved)
{
	struct buf b = {0};
	buf_text(&b, "scree run");
	if (saved) {
		char *word = str_format("--schedule=%s", o->save_schedule);
		command_word(&b, word);
		mem_free(word);
	} else {
		add_recorded(&b, o);
		add_schedule(&b, o, f);
	}
	command_word(&b, o->exec.program);
	if (o->exec.args[0] && !saved) {
		buf_text(&b, " --");
		for (char **arg = o->exec.args; *arg; arg++)
			command_word(&b, *arg);
	}
	return buf_detach(&b);
}

struct result run_save_schedule(const struct run_options *o, const struct output *out,
                                const struct distinct *d)
{
	struct schedule s;
	finding_file_make(&s, out, d);
	struct result r = schedule_save(o->save_schedule, &s);
	schedule_release(&s);
	return r;
}
