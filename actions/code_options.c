/* SPDX-License-Identifier: MIT */
#include "actions/code_options.h"

#include "base/text.h"
#include "jobs/workers/libraries.h"
#include "report/names/code_find.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MOST 10000000u

/* ---- the table ---- */

static struct result read_name(string_vec *to, const char *value)
{
	if (!*value)
		return result_error("a name is needed");
	vec_push(to, str_copy(value));
	return result_ok();
}

static struct result read_stack_word(struct code_words *w, const char *value, bool within)
{
	if (!*value)
		return result_error("the name of a function is needed");
	vec_push(&w->stack, (struct stack_word){str_copy(value), within});
	return result_ok();
}

static struct result read_within(const char *value, void *to)
{
	return read_stack_word(to, value, true);
}

static struct result read_without(const char *value, void *to)
{
	return read_stack_word(to, value, false);
}

static struct result read_strings(const char *value, void *to)
{
	return read_name(to, value);
}

void code_options_add(struct option_table *t, struct code_words *w)
{
	const struct option table[] = {
	        {"within", 0, OPTION_CUSTOM, w, "FN", NULL, read_within,
	         "keep preemption points only where FN is on the call stack"},
	        {"without", 0, OPTION_CUSTOM, w, "FN", NULL, read_without,
	         "leave out those where FN is; of several --within and\n"
	         "--without the last one that fits decides"},
	        {"ignore-function", 0, OPTION_CUSTOM, &w->ignored, "FN", NULL, read_strings,
	         "do not look at memory accesses below FN: nothing is verified"},
	        {"trust-function", 0, OPTION_CUSTOM, &w->trusted, "FN", NULL, read_strings,
	         "the same, and you vouch that their order does not matter"},
	        {"module", 0, OPTION_CUSTOM, &w->modules, "FILE", NULL, read_strings,
	         "look for functions and lines also in this library, which the\n"
	         "program opens itself"},
	};
	option_table_add(t, table, ARRAY_SIZE(table));
}

static void record_strings(const char *name, const string_vec *v, string_vec *options)
{
	for (size_t i = 0; i < v->n; i++)
		vec_push(options, str_format("%s=%s", name, v->at[i]));
}

void code_options_record(const struct code_words *w, string_vec *options)
{
	for (size_t i = 0; i < w->stack.n; i++)
		vec_push(options, str_format("%s=%s", w->stack.at[i].within ? "within" : "without",
		                             w->stack.at[i].function));
	record_strings("ignore-function", &w->ignored, options);
	record_strings("trust-function", &w->trusted, options);
	record_strings("module", &w->modules, options);
}

/* ---- looking them up ---- */

struct resolver {
	struct code_search *search;
	struct code_rules *rules;
};

/* The executable is file 0. */
static struct result open_files(struct resolver *r, const struct code_words *w,
                                const struct program *p)
{
	string_vec libraries = {0};
	struct result result = code_search_add(r->search, p->path);
	if (!result_failed(result))
		result = program_libraries(p->path, &libraries);
	for (size_t i = 0; !result_failed(result) && i < libraries.n; i++)
		result_ignore(code_search_add(r->search, libraries.at[i]));
	strings_release(&libraries);
	for (size_t i = 0; !result_failed(result) && i < w->modules.n; i++)
		result = result_within(code_search_add(r->search, w->modules.at[i]), "--module");
	for (size_t i = 0; !result_failed(result) && i < code_search_files(r->search); i++)
		vec_push(&r->rules->modules,
		         (struct code_module){str_copy(i ? code_search_name(r->search, i) : ""),
		                              str_copy(code_search_build_id(r->search, i))});
	return result;
}

static void add_places(struct resolver *r, const code_place_vec *places, struct code_rule rule)
{
	for (size_t i = 0; i < places->n; i++) {
		rule.lo = places->at[i].lo;
		rule.hi = places->at[i].hi;
		rule.module = (uint16_t)places->at[i].file;
		vec_push(&r->rules->rules, rule);
	}
}

static struct result add_function(struct resolver *r, const char *name, enum code_rule_kind kind,
                                  size_t order)
{
	code_place_vec places = {0};
	struct result result = code_find_function(r->search, name, &places);
	add_places(r, &places,
	           (struct code_rule){
	                   .kind = (uint8_t)kind, .order = (uint32_t)order, .thread = NO_THREAD});
	vec_release(&places);
	return result;
}

/* text: "0x…". A report shows return addresses, so the call is before it. */
static struct result add_pc(struct resolver *r, const char *text, uint16_t module)
{
	char *end;
	errno = 0;
	uint64_t pc = strtoull(text, &end, 16);
	if (*end || errno || pc == 0)
		return result_error("'%s' is no address", text);
	vec_push(&r->rules->rules, (struct code_rule){.kind = CODE_POINT,
	                                              .lo = pc - 1,
	                                              .hi = pc,
	                                              .module = module,
	                                              .thread = NO_THREAD});
	return result_ok();
}

/* word: "NAME+0x…". */
static struct result add_offset(struct resolver *r, const char *word, const char *plus)
{
	struct buf known = {0};
	for (size_t i = 0; i < code_search_files(r->search); i++) {
		const char *name = code_search_name(r->search, i);
		if (strlen(name) == (size_t)(plus - word) &&
		    memcmp(name, word, (size_t)(plus - word)) == 0) {
			buf_release(&known);
			return add_pc(r, plus + 1, (uint16_t)i);
		}
		if (code_search_instrumented(r->search, i))
			buf_printf(&known, "%s%s", known.n ? ", " : "", name);
	}
	struct result result = result_error("the program has no part '%.*s'; it has %s",
	                                    (int)(plus - word), word, buf_cstr(&known));
	buf_release(&known);
	return result;
}

/* word: "FILE:LINE". */
static struct result add_line(struct resolver *r, const char *word)
{
	const char *colon = strrchr(word, ':');
	code_place_vec places = {0};
	uint64_t line = 0;
	struct result number = parse_count(colon + 1, &line);
	bool bad = result_failed(number) || colon == word || !line || line > LINE_MOST;
	result_release(&number);
	if (bad)
		return result_error("a place is FILE:LINE, such as queue.c:12");
	char *file = str_format("%.*s", (int)(colon - word), word);
	struct result result = code_find_line(r->search, file, (unsigned)line, &places);
	add_places(r, &places, (struct code_rule){.kind = CODE_POINT, .thread = NO_THREAD});
	vec_release(&places);
	mem_free(file);
	return result;
}

static struct result add_point(struct resolver *r, const char *word)
{
	const char *plus = strstr(word, "+0x");
	if (str_starts(word, "0x"))
		return add_pc(r, word, CODE_ABSOLUTE);
	return plus ? add_offset(r, word, plus) : add_line(r, word);
}

static struct result add_functions(struct resolver *r, const string_vec *names,
                                   enum code_rule_kind kind, const char *option)
{
	for (size_t i = 0; i < names->n; i++)
		GUARD(result_within(add_function(r, names->at[i], kind, 0), "--%s", option));
	return result_ok();
}

static struct result resolve(struct resolver *r, const struct code_words *w)
{
	for (size_t i = 0; i < w->points.n; i++)
		GUARD(result_within(add_point(r, w->points.at[i]), "--pp: %s", w->points.at[i]));
	for (size_t i = 0; i < w->stack.n; i++) {
		const struct stack_word *s = &w->stack.at[i];
		GUARD(result_within(
		        add_function(r, s->function, s->within ? CODE_WITHIN : CODE_WITHOUT, i),
		        s->within ? "--within" : "--without"));
	}
	GUARD(add_functions(r, &w->ignored, CODE_IGNORE, "ignore-function"));
	return add_functions(r, &w->trusted, CODE_TRUST, "trust-function");
}

struct result code_options_resolve(const struct code_words *w, const struct program *p,
                                   struct code_rules *rules)
{
	*rules = (struct code_rules){0};
	if (!code_words_any(w))
		return result_ok();
	struct resolver r = {code_search_new(), rules};
	struct result result = open_files(&r, w, p);
	if (!result_failed(result))
		result = resolve(&r, w);
	code_search_free(r.search);
	return result;
}
