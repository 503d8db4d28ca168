/* SPDX-License-Identifier: MIT */
#include "cli/run_replay.h"

#include "base/text.h"
#include "event/pp_set.h"
#include "jobs/file.h"

#include <inttypes.h>
#include <string.h>

/* A word of a command line, with a space in front, quoted only where it must be. */
static void add_word(struct buf *b, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	                            "-_=+:,./@%^";
	buf_u8(b, ' ');
	if (*word && strspn(word, plain) == strlen(word)) {
		buf_text(b, word);
		return;
	}
	buf_u8(b, '\'');
	for (; *word; word++) {
		if (*word == '\'')
			buf_text(b, "'\\''");
		else
			buf_u8(b, (uint8_t)*word);
	}
	buf_u8(b, '\'');
}

/* Options that a schedule file holds by itself. */
static void add_recorded(struct buf *b, const struct run_options *o)
{
	string_vec options = {0};
	run_options_record(o, &options);
	for (size_t i = 0; i < options.n; i++) {
		buf_printf(b, " --%s", options.at[i]);
		mem_free(options.at[i]);
	}
	vec_release(&options);
	if (o->pp_set != PP_SET_EVERYWHERE) {
		buf_text(b, " --pp=");
		pp_set_format(b, o->pp_set);
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
	case SCHEDULE_DEFAULT:
		break;
	}
	if (word.n)
		add_word(b, buf_cstr(&word));
	buf_release(&word);
}

char *replay_command(const struct run_options *o, const struct finding *f, bool saved)
{
	struct buf b = {0};
	buf_text(&b, "scree run");
	if (saved) {
		char *word = str_format("--schedule=%s", o->save_schedule);
		add_word(&b, word);
		mem_free(word);
	} else {
		add_recorded(&b, o);
		add_schedule(&b, o, f);
	}
	add_word(&b, o->program);
	if (o->args[0] && !saved) {
		buf_text(&b, " --");
		for (char **arg = o->args; *arg; arg++)
			add_word(&b, *arg);
	}
	return buf_detach(&b);
}

struct result replay_save(const struct run_options *o, const struct program *p,
                          const choice_vec *choices)
{
	struct schedule s = {
	        .program = str_copy(p->name),
	        .build_id = str_copy(p->build_id),
	        .pp_set = o->pp_set,
	};
	run_options_record(o, &s.options);
	for (char **arg = o->args; *arg; arg++)
		vec_push(&s.args, str_copy(*arg));
	for (size_t i = 0; i < choices->n; i++)
		vec_push(&s.choices, choices->at[i]);
	struct result r = schedule_save(o->save_schedule, &s);
	schedule_release(&s);
	return r;
}
