/* SPDX-License-Identifier: MIT */
#include "actions/finding_file.h"

#include "base/text.h"
#include "jobs/system/file.h"
#include "jobs/workers/compile.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#define NAME_MAX_LENGTH 80

void command_word(struct buf *b, const char *word)
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

/* ---- what is in the file ---- */

static char *expanded(const struct output *o, const char *message)
{
	struct buf b = {0};
	text_expand(&b, o->style.symbols, message);
	return buf_detach(&b);
}

static void describe(struct recorded_finding *r, const struct output *o, const struct distinct *d)
{
	*r = (struct recorded_finding){.thread = NO_THREAD};
	if (!d || d->finding->severity != SEVERITY_ERROR)
		return;
	r->known = true;
	r->kind = d->finding->kind;
	r->thread = d->finding->thread < MAX_THREADS ? d->finding->thread : NO_THREAD;
	r->message = expanded(o, d->finding->message);
	if (d->place && d->place->file) {
		r->file = str_copy(d->place->file);
		r->line = d->place->line;
		r->function = str_copy(d->place->function);
	}
}

/* Those of the job that found it. */
static void add_points(struct schedule *s, const struct output *o, const struct distinct *d)
{
	s->pp_set = o->options->pp_set;
	strings_copy(&s->points, &o->options->code.points);
	if (!o->jobs || !d)
		return;
	const struct job_set *set = &o->jobs->jobs.at[d->job].set;
	s->pp_set = job_set_pp(set);
	for (size_t i = 0; i < set->points.n; i++)
		vec_push(&s->points, str_format("0x%" PRIx64, set->points.at[i].pc));
}

void finding_file_make(struct schedule *s, const struct output *o, const struct distinct *d)
{
	const choice_vec *choices = d ? &d->finding->schedule : &o->outcome->done.schedule;
	*s = (struct schedule){
	        .program = str_copy(o->program->name),
	        .build_id = str_copy(o->program->build_id),
	};
	add_points(s, o, d);
	describe(&s->finding, o, d);
	exec_options_record(o->options, &s->options);
	for (char **arg = o->options->args; *arg; arg++)
		vec_push(&s->args, str_copy(*arg));
	for (size_t i = 0; i < choices->n; i++)
		vec_push(&s->choices, choices->at[i]);
	if (d && o->smaller.n)
		minimised_copy(&s->minimised, &o->smaller.at[d - o->findings.at].minimised);
}

/* ---- its name ---- */

/* FNV-1a. */
static uint32_t hash_text(uint32_t hash, const char *text)
{
	for (; *text; text++)
		hash = (hash ^ (uint8_t)*text) * 16777619u;
	return hash;
}

static uint32_t fingerprint(const struct output *o, const struct distinct *d)
{
	uint32_t hash = hash_text(2166136261u, finding_info[d->finding->kind].text);
	char *place = d->place && d->place->file
	                      ? str_format("%s:%u", d->place->file, d->place->line)
	                      : expanded(o, d->finding->message);
	hash = hash_text(hash, place);
	mem_free(place);
	return hash;
}

/* The program's name without its directory and, for a source file, without its ending. */
static void add_program_name(struct buf *b, const char *program)
{
	const char *slash = strrchr(program, '/');
	const char *name = slash ? slash + 1 : program;
	const char *dot = is_source_file(name) ? strrchr(name, '.') : NULL;
	size_t n = dot ? (size_t)(dot - name) : strlen(name);
	for (size_t i = 0; i < n && i < NAME_MAX_LENGTH; i++)
		buf_u8(b, isalnum((unsigned char)name[i]) || strchr("._+-", name[i])
		                  ? (uint8_t)name[i]
		                  : '_');
}

char *finding_file_path(const char *dir, const struct output *o, const struct distinct *d)
{
	struct buf b = {0};
	buf_printf(&b, "%s/", dir);
	add_program_name(&b, o->program->name);
	buf_printf(&b, "-%s-%08x.scree", finding_info[d->finding->kind].text, fingerprint(o, d));
	return buf_detach(&b);
}

/* ---- writing it ---- */

static struct result write_file(const char *dir, const char *path, const struct schedule *s)
{
	if (s->choices.n > SCHEDULE_MAX)
		return result_error("'%s' would hold %zu choices; at most %u can be saved", path,
		                    s->choices.n, SCHEDULE_MAX);
	GUARD(directory_make(dir));
	return schedule_save(path, s);
}

static struct result save_one(struct output *o, const char *dir, size_t i, struct buf *lost)
{
	const struct distinct *d = &o->findings.at[i];
	struct schedule s;
	struct buf command = {0};
	char *path = finding_file_path(dir, o, d);
	finding_file_make(&s, o, d);
	struct result r = write_file(dir, path, &s);
	if (result_failed(r)) {
		schedule_encode(lost, &s);
		mem_free(path);
	} else {
		buf_text(&command, "scree replay");
		command_word(&command, path);
		o->replay.at[i] = buf_detach(&command);
		o->paths.at[i] = path;
	}
	schedule_release(&s);
	return r;
}

struct result finding_files_save(struct output *o, const char *dir, struct buf *lost)
{
	struct result first = result_ok();
	for (size_t i = 0; i < o->findings.n; i++) {
		const struct distinct *d = &o->findings.at[i];
		vec_push(&o->replay, NULL);
		vec_push(&o->paths, NULL);
		if (!dir || d->finding->severity != SEVERITY_ERROR || d->post_mortem)
			continue;
		struct result r = save_one(o, dir, i, lost);
		if (result_failed(first))
			result_ignore(r);
		else
			first = r;
	}
	return first;
}

char *command_of(const struct output *o)
{
	struct buf b = {0};
	command_word(&b, o->program->name);
	for (char *const *arg = o->options->args; arg && *arg; arg++)
		command_word(&b, *arg);
	char *words = buf_detach(&b);
	char *trimmed = str_copy(words + (*words == ' '));
	mem_free(words);
	return trimmed;
}
