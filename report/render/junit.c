/* SPDX-License-Identifier: MIT */
#include "report/render/junit.h"

#include "report/render/story_text.h"
#include "report/words/escape.h"

#include <inttypes.h>
#include <string.h>

/* ---- XML ---- */

/* XML has no way at all to write most control characters. */
static bool is_character(uint32_t code)
{
	return (code >= 0x20 && code != 0x7f && code != 0xfffe && code != 0xffff) || code == '\t' ||
	       code == '\n';
}

/* In an attribute lines and tabs would become spaces. */
static void xml(struct buf *out, const char *text, bool attribute)
{
	size_t left = strlen(text);
	while (left) {
		uint32_t code;
		size_t n = utf8_decode(text, left, &code);
		const char *entity = code == '<'   ? "&lt;"
		                     : code == '>' ? "&gt;"
		                     : code == '&' ? "&amp;"
		                     : code == '"' ? "&quot;"
		                                   : NULL;
		if (entity)
			buf_text(out, entity);
		else if (attribute && (code == '\n' || code == '\t'))
			buf_printf(out, "&#%u;", code);
		else
			utf8_encode(out, is_character(code) ? code : UTF8_BAD);
		text += n;
		left -= n;
	}
}

static void xml_attribute(struct buf *out, const char *name, const char *value)
{
	buf_printf(out, " %s=\"", name);
	xml(out, value, true);
	buf_u8(out, '"');
}

static void xml_element(struct buf *out, const char *name, const char *text)
{
	buf_printf(out, "      <%s>", name);
	xml(out, text, false);
	buf_printf(out, "</%s>\n", name);
}

/* ---- a finding as text ---- */

static void add_stack(struct buf *b, const struct story *s, uint32_t stack)
{
	const struct story_stack *frames = &s->stacks.at[stack];
	for (size_t i = 0; i < frames->frames.n; i++) {
		const struct story_frame *f = &s->frames.at[frames->frames.at[i]];
		buf_printf(b, "    #%-2zu ", i);
		escape_text(b, f->function ? f->function : "??");
		if (f->file != STORY_NONE) {
			buf_text(b, " at ");
			escape_text(b, s->files.at[f->file].path);
			buf_printf(b, ":%u", f->line);
		}
		buf_text(b, f->inlined ? " (inlined)\n" : "\n");
	}
}

static void add_finding(struct buf *b, const struct story *s)
{
	struct story_text_style plain = {0};
	buf_printf(b, "%s: ", finding_info[s->kind].text);
	escape_text(b, s->message);
	buf_u8(b, '\n');
	story_text(b, s, &plain);
	if (s->stack != STORY_NONE) {
		if (s->thread != NO_THREAD)
			buf_printf(b, "  in thread T%u:\n", s->thread);
		add_stack(b, s, s->stack);
	}
	for (size_t i = 0; i < s->notes.n; i++) {
		buf_text(b, "  ");
		escape_text(b, s->notes.at[i].text);
		buf_text(b, s->notes.at[i].stack == STORY_NONE ? "\n" : ":\n");
		if (s->notes.at[i].stack != STORY_NONE)
			add_stack(b, s, s->notes.at[i].stack);
	}
	if (s->replay) {
		buf_text(b, "  replay: ");
		escape_text(b, s->replay);
		buf_u8(b, '\n');
	}
}

void junit_story(struct junit *j, const struct story *s)
{
	struct buf b = {0};
	if (s->severity != SEVERITY_ERROR) {
		buf_text(&j->warnings, "warning: ");
		add_finding(&j->warnings, s);
		return;
	}
	add_finding(&b, s);
	vec_push(&j->failures, (struct junit_failure){.type = str_copy(finding_info[s->kind].text),
	                                              .message = str_copy(s->headline),
	                                              .body = buf_detach(&b)});
}

void junit_release(struct junit *j)
{
	for (size_t i = 0; i < j->failures.n; i++) {
		mem_free(j->failures.at[i].type);
		mem_free(j->failures.at[i].message);
		mem_free(j->failures.at[i].body);
	}
	vec_release(&j->failures);
	vec_release(&j->properties);
	buf_release(&j->warnings);
}

/* ---- the document ---- */

/* A failure or an error. */
static void add_problem(struct buf *out, const char *element, const char *type, const char *message,
                        const char *body)
{
	buf_printf(out, "      <%s", element);
	xml_attribute(out, "type", type);
	xml_attribute(out, "message", message);
	buf_u8(out, '>');
	xml(out, body, false);
	buf_printf(out, "</%s>\n", element);
}

static void add_error(struct buf *out, const struct junit_end *end)
{
	const char *why = end->error ? end->error : "the program cannot be checked";
	add_problem(out, "error", "error", why, why);
}

static void add_case(struct buf *out, const struct junit *j, const struct junit_end *end)
{
	struct buf said = {0};
	buf_text(out, "    <testcase");
	xml_attribute(out, "name", j->program);
	xml_attribute(out, "classname", "scree");
	if (end->seconds >= 0)
		buf_printf(out, " time=\"%.3f\"", end->seconds);
	buf_text(out, ">\n");
	if (end->verdict == VERDICT_BUDGET)
		xml_element(out, "skipped", end->text);
	if (end->verdict == VERDICT_ERROR)
		add_error(out, end);
	for (size_t i = 0; i < j->failures.n; i++) {
		const struct junit_failure *f = &j->failures.at[i];
		add_problem(out, "failure", f->type, f->message, f->body);
	}
	buf_text(&said, end->text);
	buf_bytes(&said, j->warnings.at, j->warnings.n);
	if (said.n)
		xml_element(out, "system-out", buf_cstr(&said));
	buf_text(out, "    </testcase>\n");
	buf_release(&said);
}

static void add_properties(struct buf *out, const struct junit *j)
{
	if (!j->properties.n)
		return;
	buf_text(out, "    <properties>\n");
	for (size_t i = 0; i < j->properties.n; i++) {
		const struct junit_property *p = &j->properties.at[i];
		buf_text(out, "      <property");
		xml_attribute(out, "name", p->name);
		buf_printf(out, " value=\"%" PRIu64 "\"/>\n", p->value);
	}
	buf_text(out, "    </properties>\n");
}

void junit_write(struct buf *out, const struct junit *j, const struct junit_end *end)
{
	enum verdict v = end->verdict;
	struct buf totals = {0};
	buf_printf(&totals, " tests=\"1\" failures=\"%d\" errors=\"%d\"", v == VERDICT_FINDING,
	           v == VERDICT_ERROR);
	if (end->seconds >= 0)
		buf_printf(&totals, " time=\"%.3f\"", end->seconds);
	buf_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
	buf_text(out, buf_cstr(&totals));
	buf_text(out, ">\n  <testsuite name=\"scree\"");
	buf_text(out, buf_cstr(&totals));
	buf_printf(out, " skipped=\"%d\">\n", v == VERDICT_BUDGET);
	add_properties(out, j);
	add_case(out, j, end);
	buf_text(out, "  </testsuite>\n</testsuites>\n");
	buf_release(&totals);
}
