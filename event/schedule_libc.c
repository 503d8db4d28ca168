/* SPDX-License-Identifier: MIT */
#include "event/schedule.h"

#include "base/text.h"
#include "event/pp_set.h"

#include <string.h>

#define MAGIC      "scree-schedule"
#define LINE_WIDTH 78

static const char kind_letter[CHOICE_KINDS] = {
        [CHOICE_THREAD] = 't',
        [CHOICE_WAITER] = 'w',
        [CHOICE_USER] = 'u',
};

static bool choice_valid(const struct choice *c)
{
	if (c->kind >= CHOICE_KINDS)
		return false;
	if (c->thread >= MAX_THREADS && c->thread != NO_THREAD)
		return false;
	return c->kind == CHOICE_THREAD ? c->value < MAX_THREADS : c->value < c->n;
}

size_t choices_first_bad(const choice_vec *choices)
{
	size_t i = 0;
	while (i < choices->n && choice_valid(&choices->at[i]))
		i++;
	return i;
}

size_t schedule_switches(const choice_vec *choices)
{
	size_t n = 0;
	for (size_t i = 0; i < choices->n; i++) {
		const struct choice *c = &choices->at[i];
		n += c->kind == CHOICE_THREAD && c->thread != NO_THREAD && c->value != c->thread;
	}
	return n;
}

size_t schedule_preemptions(const choice_vec *choices)
{
	size_t n = 0;
	for (size_t i = 0; i < choices->n; i++)
		n += choices->at[i].kind == CHOICE_THREAD && choices->at[i].preempts;
	return n;
}

/* ---- writing ---- */

/* also: one more letter that is escaped, or 0. */
static void put_value(struct buf *b, const char *value, char also)
{
	for (const char *p = value; *p; p++) {
		uint8_t c = (uint8_t)*p;
		if (c < 0x20 || c == 0x7f || c == '\\' || *p == also)
			buf_printf(b, "\\x%02x", c);
		else
			buf_u8(b, c);
	}
}

static void put_header(struct buf *b, const char *word, const char *value)
{
	buf_printf(b, "%s ", word);
	put_value(b, value, 0);
	buf_u8(b, '\n');
}

static void put_finding(struct buf *b, const struct recorded_finding *f)
{
	if (!f->known)
		return;
	put_header(b, "finding", finding_info[f->kind].text);
	if (f->message)
		put_header(b, "message", f->message);
	if (f->file) {
		buf_text(b, "at ");
		put_value(b, f->file, ':');
		buf_printf(b, ":%u", f->line);
		if (f->function) {
			buf_u8(b, ' ');
			put_value(b, f->function, 0);
		}
		buf_u8(b, '\n');
	}
	if (f->thread != NO_THREAD)
		buf_printf(b, "thread %u\n", f->thread);
}

static void put_size(struct buf *b, const struct schedule_size *s)
{
	buf_printf(b, " %u/%u", s->preemptions, s->switches);
}

static void put_minimised(struct buf *b, const struct minimised *m)
{
	if (!m->known)
		return;
	buf_text(b, "minimized");
	put_size(b, &m->from);
	put_size(b, &m->to);
	buf_printf(b, " %s%s\n", m->complete ? "complete" : "incomplete",
	           m->out_of_time ? " timed-out" : "");
	for (size_t i = 0; i < m->judged.n; i++)
		buf_printf(b, "%s %u\n", m->judged.at[i].necessary ? "necessary" : "needless",
		           m->judged.at[i].choice + 1);
}

static bool same_choice(const struct choice *a, const struct choice *b)
{
	return a->kind == b->kind && a->value == b->value && a->n == b->n && a->thread == b->thread;
}

static void put_choice(struct buf *b, const struct choice *c, size_t times)
{
	buf_printf(b, "%c%u/%u@", kind_letter[c->kind], c->value, c->n);
	if (c->thread == NO_THREAD)
		buf_u8(b, '-');
	else
		buf_printf(b, "%u", c->thread);
	if (times > 1)
		buf_printf(b, "*%zu", times);
}

static void put_choices(struct buf *b, const choice_vec *v)
{
	struct buf token = {0};
	size_t column = 0;
	for (size_t i = 0, run; i < v->n; i += run) {
		for (run = 1; i + run < v->n && same_choice(&v->at[i], &v->at[i + run]);)
			run++;
		buf_clear(&token);
		put_choice(&token, &v->at[i], run);
		if (column && column + 1 + token.n > LINE_WIDTH) {
			buf_u8(b, '\n');
			column = 0;
		}
		if (column)
			buf_u8(b, ' ');
		buf_bytes(b, token.at, token.n);
		column += token.n + (column != 0);
	}
	if (column)
		buf_u8(b, '\n');
	buf_release(&token);
}

/* word: what they are. */
static void put_section(struct buf *b, const char *word, const choice_vec *v)
{
	BUG_ON(choices_first_bad(v) != v->n);
	buf_printf(b, "%s\n", word);
	put_choices(b, v);
	buf_printf(b, "end %zu\n", v->n);
}

void schedule_encode(struct buf *b, const struct schedule *s)
{
	buf_printf(b, MAGIC " %d\n", SCHEDULE_VERSION);
	if (s->program)
		put_header(b, "program", s->program);
	if (s->build_id)
		put_header(b, "build-id", s->build_id);
	put_finding(b, &s->finding);
	put_minimised(b, &s->minimised);
	buf_text(b, "pp ");
	struct buf points = {0};
	pp_set_format(&points, s->pp_set, &s->points);
	put_value(b, buf_cstr(&points), 0);
	buf_release(&points);
	buf_u8(b, '\n');
	for (size_t i = 0; i < s->options.n; i++)
		put_header(b, "option", s->options.at[i]);
	for (size_t i = 0; i < s->args.n; i++)
		put_header(b, "arg", s->args.at[i]);
	if (s->minimised.passing.n)
		put_section(b, "passing", &s->minimised.passing);
	put_section(b, "choices", &s->choices);
}

void minimised_copy(struct minimised *to, const struct minimised *from)
{
	*to = *from;
	to->judged.at = NULL;
	to->judged.n = to->judged.cap = 0;
	to->passing = (choice_vec){0};
	for (size_t i = 0; i < from->judged.n; i++)
		vec_push(&to->judged, from->judged.at[i]);
	for (size_t i = 0; i < from->passing.n; i++)
		vec_push(&to->passing, from->passing.at[i]);
}

void minimised_release(struct minimised *m)
{
	vec_release(&m->judged);
	vec_release(&m->passing);
	*m = (struct minimised){0};
}

void schedule_release(struct schedule *s)
{
	mem_free(s->program);
	mem_free(s->build_id);
	mem_free(s->finding.message);
	mem_free(s->finding.file);
	mem_free(s->finding.function);
	strings_release(&s->points);
	strings_release(&s->options);
	strings_release(&s->args);
	vec_release(&s->choices);
	minimised_release(&s->minimised);
	*s = (struct schedule){0};
}

/* ---- reading ---- */

enum part { PART_MAGIC, PART_HEADER, PART_CHOICES, PART_END };

struct parser {
	struct schedule *s;
	enum part part;
	uint32_t version;
	bool thread_given;
	choice_vec *choices; /* of the section that is being read */
	char *line;          /* the line being read, terminated, without the newline */
};

static int hex_digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, c) : NULL;
	return at ? (int)(at - digits) : -1;
}

/* The value of a header line, with \xHH undone; to be freed. NULL where an escape is wrong. */
static char *unescape(const char *text)
{
	struct buf b = {0};
	for (; *text; text++) {
		if (*text != '\\') {
			buf_u8(&b, (uint8_t)*text);
			continue;
		}
		int high = text[1] == 'x' ? hex_digit(text[2]) : -1;
		int low = high >= 0 ? hex_digit(text[3]) : -1;
		if (low < 0 || (high | low) == 0) {
			buf_release(&b);
			return NULL;
		}
		buf_u8(&b, (uint8_t)(high << 4 | low));
		text += 3;
	}
	return buf_detach(&b);
}

static struct result set_once(char **to, const char *word, const char *value)
{
	if (*to)
		return result_error("a second '%s' line", word);
	*to = str_copy(value);
	return result_ok();
}

/* A decimal number up to max at *text. */
static bool take_number(const char **text, uint32_t max, uint32_t *v)
{
	const char *p = *text;
	uint64_t sum = 0;
	for (; *p >= '0' && *p <= '9'; p++) {
		sum = sum * 10 + (uint64_t)(*p - '0');
		if (sum > max)
			return false;
	}
	bool some = p != *text;
	*text = p;
	*v = (uint32_t)sum;
	return some;
}

/* ---- header lines about a finding ---- */

static struct result parse_kind(struct recorded_finding *f, const char *value)
{
	if (f->known)
		return result_error("a second 'finding' line");
	f->known = true;
	for (int i = 0; i < FINDING_COUNT; i++)
		if (strcmp(finding_info[i].text, value) == 0) {
			f->kind = (uint8_t)i;
			return result_ok();
		}
	return result_error("'%s' is no kind of finding that this version knows", value);
}

static struct result parse_thread(struct parser *p, const char *value)
{
	uint32_t thread;
	if (p->thread_given)
		return result_error("a second 'thread' line");
	if (!take_number(&value, MAX_THREADS - 1, &thread) || *value)
		return result_error("a thread is a number below %d", MAX_THREADS);
	p->thread_given = true;
	p->s->finding.thread = (uint16_t)thread;
	return result_ok();
}

/* raw: "FILE:LINE" or "FILE:LINE FUNCTION", still with escapes; a colon in FILE is one. */
static struct result parse_place(struct recorded_finding *f, char *raw)
{
	char *colon = strchr(raw, ':');
	const char *rest = colon ? colon + 1 : "";
	if (f->file)
		return result_error("a second 'at' line");
	if (!colon || !take_number(&rest, UINT32_MAX, &f->line) || (*rest && *rest != ' '))
		return result_error("'%s' is no place; one looks like queue.c:12 push", raw);
	*colon = '\0';
	f->file = unescape(raw);
	f->function = *rest ? unescape(rest + 1) : NULL;
	if (!f->file || (*rest && !f->function))
		return result_error("a wrong escape in a place; only \\x01 to \\xff are known");
	return result_ok();
}

/* ---- header lines about minimising ---- */

static bool take(const char **text, char c)
{
	if (**text != c)
		return false;
	++*text;
	return true;
}

/* " 5/9" */
static bool take_size(const char **text, struct schedule_size *s)
{
	return take_number(text, UINT32_MAX, &s->preemptions) && take(text, '/') &&
	       take_number(text, UINT32_MAX, &s->switches) && take(text, ' ');
}

static struct result parse_minimised(struct minimised *m, const char *value)
{
	static const char *const words[] = {"incomplete", "complete", "incomplete timed-out",
	                                    "complete timed-out"};
	const char *rest = value;
	size_t i = 0;
	if (m->known)
		return result_error("a second 'minimized' line");
	m->known = true;
	if (take_size(&rest, &m->from) && take_size(&rest, &m->to))
		while (i < ARRAY_SIZE(words) && strcmp(rest, words[i]) != 0)
			i++;
	else
		i = ARRAY_SIZE(words);
	m->complete = i & 1;
	m->out_of_time = i & 2;
	return i < ARRAY_SIZE(words)
	               ? result_ok()
	               : result_error("'%s' does not say what was minimized; that looks like "
	                              "5/9 1/3 complete",
	                              value);
}

static struct result parse_judged(struct minimised *m, const char *word, const char *value)
{
	uint32_t number;
	if (!take_number(&value, SCHEDULE_MAX, &number) || *value || !number)
		return result_error("'%s' needs the number of a choice", word);
	if (m->judged.n && vec_last(&m->judged)->choice >= number - 1)
		return result_error("'%s %u' after a line about a later choice, or the same", word,
		                    number);
	vec_push(&m->judged, (struct judged){number - 1, strcmp(word, "necessary") == 0});
	return result_ok();
}

static bool names_minimised(const char *word)
{
	static const char *const words[] = {"minimized", "necessary", "needless"};
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strcmp(word, words[i]) == 0)
			return true;
	return false;
}

static struct result parse_minimising(struct parser *p, const char *word, const char *value)
{
	struct minimised *m = &p->s->minimised;
	if (strcmp(word, "minimized") == 0)
		return parse_minimised(m, value);
	return parse_judged(m, word, value);
}

static bool names_finding(const char *word)
{
	static const char *const words[] = {"finding", "message", "at", "thread"};
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strcmp(word, words[i]) == 0)
			return true;
	return false;
}

static struct result parse_finding(struct parser *p, const char *word, const char *value)
{
	if (strcmp(word, "finding") == 0)
		return parse_kind(&p->s->finding, value);
	if (strcmp(word, "thread") == 0)
		return parse_thread(p, value);
	return set_once(&p->s->finding.message, word, value);
}

/* What is said of a finding must have one to be said of. */
static struct result end_of_header(struct parser *p)
{
	const struct recorded_finding *f = &p->s->finding;
	if (!f->known && (f->message || f->file || p->thread_given))
		return result_error("a 'message', 'at' or 'thread' line without a 'finding' line");
	if (!p->s->minimised.known && p->s->minimised.judged.n)
		return result_error("a 'necessary' or 'needless' line without a 'minimized' line");
	p->choices = &p->s->choices;
	p->part = PART_CHOICES;
	return result_ok();
}

static struct result begin_passing(struct parser *p)
{
	if (p->choices)
		return result_error("a second 'passing' line");
	if (!p->s->minimised.known)
		return result_error("a 'passing' line without a 'minimized' line before it");
	p->choices = &p->s->minimised.passing;
	p->part = PART_CHOICES;
	return result_ok();
}

static struct result parse_header(struct parser *p)
{
	char *space = strchr(p->line, ' '), *word = p->line;
	if (!space)
		return result_error("'%s' is neither a header line nor 'choices'", word);
	*space = '\0';
	if (p->version > 1 && strcmp(word, "at") == 0)
		return parse_place(&p->s->finding, space + 1);
	char *value = unescape(space + 1);
	if (!value)
		return result_error("a wrong escape in '%s'; only \\x01 to \\xff are known",
		                    space + 1);
	struct result r = result_ok();
	if (strcmp(word, "program") == 0)
		r = set_once(&p->s->program, word, value);
	else if (strcmp(word, "build-id") == 0)
		r = set_once(&p->s->build_id, word, value);
	else if (strcmp(word, "pp") == 0)
		r = pp_set_parse(value, &p->s->pp_set, p->version > 2 ? &p->s->points : NULL);
	else if (strcmp(word, "option") == 0)
		vec_push(&p->s->options, str_copy(value));
	else if (strcmp(word, "arg") == 0)
		vec_push(&p->s->args, str_copy(value));
	else if (p->version > 1 && names_finding(word))
		r = parse_finding(p, word, value);
	else if (p->version > 3 && names_minimised(word))
		r = parse_minimising(p, word, value);
	else
		r = result_error("'%s' is no header that this version knows", word);
	mem_free(value);
	return r;
}

/* token: "t1/2@0*12". */
static bool parse_token(const char *token, struct choice *c, uint32_t *times)
{
	uint32_t value, n, thread = NO_THREAD;
	const char *letter = memchr(kind_letter, *token, CHOICE_KINDS);
	if (!letter)
		return false;
	token++;
	if (!take_number(&token, UINT16_MAX, &value) || !take(&token, '/') ||
	    !take_number(&token, UINT16_MAX, &n) || !take(&token, '@'))
		return false;
	if (!take(&token, '-') && !take_number(&token, MAX_THREADS - 1, &thread))
		return false;
	*times = 1;
	if (take(&token, '*') && !take_number(&token, SCHEDULE_MAX, times))
		return false;
	*c = (struct choice){.kind = (uint8_t)(letter - kind_letter),
	                     .value = (uint16_t)value,
	                     .n = (uint16_t)n,
	                     .thread = (uint16_t)thread};
	return *token == '\0' && *times > 0 && choice_valid(c);
}

static struct result parse_choices(struct parser *p)
{
	char *save, *token = strtok_r(p->line, " \t", &save);
	for (; token; token = strtok_r(NULL, " \t", &save)) {
		struct choice c;
		uint32_t times;
		if (!parse_token(token, &c, &times))
			return result_error("'%s' is no choice; one looks like t1/2@0 or t1/2@0*12",
			                    token);
		if (times > SCHEDULE_MAX - p->choices->n)
			return result_error("more than %u choices", SCHEDULE_MAX);
		while (times--)
			vec_push(p->choices, c);
	}
	return result_ok();
}

static struct result parse_end(struct parser *p)
{
	const char *text = p->line + strlen("end ");
	uint32_t n;
	if (!take_number(&text, SCHEDULE_MAX, &n) || *text)
		return result_error("'%s' should be 'end' and the number of choices", p->line);
	if (n != p->choices->n)
		return result_error("%zu choices where the last line promises %u; the file is "
		                    "damaged",
		                    p->choices->n, n);
	if (p->choices == &p->s->minimised.passing) {
		p->part = PART_HEADER;
		return result_ok();
	}
	const struct minimised *m = &p->s->minimised;
	if (m->judged.n && vec_last(&m->judged)->choice >= p->s->choices.n)
		return result_error("a 'necessary' or 'needless' line about choice %u, and there "
		                    "are %zu",
		                    vec_last(&m->judged)->choice + 1, p->s->choices.n);
	p->part = PART_END;
	return result_ok();
}

static struct result parse_magic(struct parser *p)
{
	const char *version = p->line + strlen(MAGIC " ");
	uint32_t n;
	if (!str_starts(p->line, MAGIC " ") || !take_number(&version, UINT16_MAX, &n) || *version)
		return result_error("not a schedule file; its first line is '" MAGIC " %d'",
		                    SCHEDULE_VERSION);
	if (n < SCHEDULE_OLDEST || n > SCHEDULE_VERSION)
		return result_error("format version %u; this scree reads versions %d to %d", n,
		                    SCHEDULE_OLDEST, SCHEDULE_VERSION);
	p->version = n;
	p->part = PART_HEADER;
	return result_ok();
}

static struct result parse_line(struct parser *p)
{
	size_t n = strlen(p->line);
	if (n && p->line[n - 1] == '\r')
		p->line[n - 1] = '\0';
	if (!p->line[0] || p->line[0] == '#')
		return result_ok();
	switch (p->part) {
	case PART_MAGIC:
		return parse_magic(p);
	case PART_HEADER:
		if (p->version > 3 && strcmp(p->line, "passing") == 0)
			return begin_passing(p);
		if (strcmp(p->line, "choices") != 0)
			return parse_header(p);
		return end_of_header(p);
	case PART_CHOICES:
		return str_starts(p->line, "end ") ? parse_end(p) : parse_choices(p);
	case PART_END:
		return result_error("text after the 'end' line");
	}
	BUG("part %d", p->part);
}

static struct result one_line(struct parser *p, const char *text, size_t n, unsigned number)
{
	if (memchr(text, '\0', n))
		return result_error("line %u: a zero byte; this is not a text file", number);
	p->line = memcpy(mem_alloc(n + 1), text, n);
	struct result r = parse_line(p);
	mem_free(p->line);
	return result_within(r, "line %u", number);
}

struct result schedule_parse(struct schedule *s, const char *text, size_t n)
{
	struct parser p = {.s = s};
	unsigned number = 0;
	*s = (struct schedule){.pp_set = PP_SET_EVERYWHERE, .finding = {.thread = NO_THREAD}};
	while (n) {
		const char *newline = memchr(text, '\n', n);
		size_t length = newline ? (size_t)(newline - text) : n;
		GUARD(one_line(&p, text, length, ++number));
		size_t step = length + (newline != NULL);
		text += step;
		n -= step;
	}
	if (p.part == PART_MAGIC)
		return result_error("line 1: the file is empty");
	if (p.part != PART_END)
		return result_error("line %u: the file ends before its 'end' line; it is cut off",
		                    number + 1);
	return result_ok();
}
