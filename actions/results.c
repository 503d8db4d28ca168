/* SPDX-License-Identifier: MIT */
#include "actions/results.h"

#include "base/text.h"
#include "jobs/system/file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool want_colour(void)
{
	const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
	return isatty(STDOUT_FILENO) && !(none && *none) && !(term && strcmp(term, "dumb") == 0);
}

void output_collect(struct output *o)
{
	o->style.symbols = symbols_open(o->outcome->maps);
	o->style.sources = sources_new();
	if (o->options->source_root)
		sources_root(o->style.sources, o->options->source_root);
	o->style.colour = want_colour();
	distinct_findings(&o->findings, o->outcome, o->style.symbols);
	for (size_t i = 0; i < o->findings.n; i++)
		o->errors += o->findings.at[i].finding->severity == SEVERITY_ERROR;
	if (o->outcome->ending == ENDING_ERROR) {
		struct buf b = {0};
		text_expand(&b, o->style.symbols, o->outcome->error.message);
		o->error = buf_detach(&b);
	} else {
		o->error = str_copy(o->outcome->trouble);
	}
}

static void release_strings(string_vec *v)
{
	for (size_t i = 0; i < v->n; i++)
		mem_free(v->at[i]);
	vec_release(v);
}

void output_release(struct output *o)
{
	release_strings(&o->replay);
	release_strings(&o->paths);
	release_strings(&o->stories);
	for (size_t i = 0; i < o->smaller.n; i++) {
		if (o->smaller.at[i].finding)
			finding_release(o->smaller.at[i].finding);
		mem_free(o->smaller.at[i].finding);
		minimised_release(&o->smaller.at[i].minimised);
	}
	vec_release(&o->smaller);
	vec_release(&o->findings);
	symbols_free(o->style.symbols);
	sources_free(o->style.sources);
	mem_free(o->error);
}

size_t output_most_important(const struct output *o)
{
	for (size_t i = 0; i < o->findings.n; i++)
		if (o->findings.at[i].finding->severity == SEVERITY_ERROR)
			return i;
	return 0;
}

size_t output_find(const struct output *o, const struct finding *f)
{
	struct distinct d = {.finding = f, .place = finding_place(o->style.symbols, f)};
	size_t i = 0;
	while (i < o->findings.n && !distinct_same(&o->findings.at[i], &d))
		i++;
	return i;
}

const struct minimised *output_minimised(const void *output, size_t i)
{
	const struct output *o = output;
	return i < o->smaller.n && o->smaller.at[i].minimised.known ? &o->smaller.at[i].minimised
	                                                            : NULL;
}

/* ---- JSON ---- */

bool output_is_json(const struct output *o)
{
	return o->options->json || o->options->trace == TRACE_JSON;
}

struct run_view output_view(const struct output *o)
{
	return (struct run_view){
	        .command = o->command,
	        .program = o->program,
	        .args = o->options->args,
	        .pp_set = o->options->pp_set,
	        .code = &o->options->code,
	        .outcome = o->outcome,
	        .findings = &o->findings,
	        .symbols = o->style.symbols,
	        .error = o->error,
	        .one_line = o->options->json_lines,
	        .paths = (const char *const *)o->paths.at,
	        .replay = (const char *const *)o->replay.at,
	        .minimised = output_minimised,
	        .minimised_arg = o,
	};
}

struct result output_write_summary(const struct run_view *view, const char *path)
{
	struct buf b = {0};
	char *text = NULL;
	size_t n = 0;
	FILE *memory = open_memstream(&text, &n);
	if (!memory)
		return result_errno("cannot write '%s'", path);
	struct run_view lines = *view;
	lines.one_line = false;
	run_json(memory, &lines, false);
	fclose(memory);
	buf_bytes(&b, text, n);
	free(text);
	struct result r = file_write(path, &b);
	buf_release(&b);
	return r;
}
