/* SPDX-License-Identifier: MIT */
#include "event/code_words.h"

#include "base/text.h"

#include <string.h>

void strings_release(string_vec *v)
{
	for (size_t i = 0; i < v->n; i++)
		mem_free(v->at[i]);
	vec_release(v);
}

void strings_copy(string_vec *to, const string_vec *from)
{
	for (size_t i = 0; i < from->n; i++)
		vec_push(to, str_copy(from->at[i]));
}

bool strings_equal(const string_vec *a, const string_vec *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->at[i], b->at[i]) != 0)
			return false;
	return true;
}

void code_words_release(struct code_words *w)
{
	strings_release(&w->points);
	strings_release(&w->ignored);
	strings_release(&w->trusted);
	strings_release(&w->modules);
	for (size_t i = 0; i < w->stack.n; i++)
		mem_free(w->stack.at[i].function);
	vec_release(&w->stack);
}

bool code_words_equal(const struct code_words *a, const struct code_words *b)
{
	if (a->stack.n != b->stack.n)
		return false;
	for (size_t i = 0; i < a->stack.n; i++)
		if (a->stack.at[i].within != b->stack.at[i].within ||
		    strcmp(a->stack.at[i].function, b->stack.at[i].function) != 0)
			return false;
	return strings_equal(&a->points, &b->points) && strings_equal(&a->ignored, &b->ignored) &&
	       strings_equal(&a->trusted, &b->trusted) && strings_equal(&a->modules, &b->modules);
}

bool code_words_any(const struct code_words *w)
{
	return w->points.n || w->stack.n || code_words_hide(w);
}

bool code_words_hide(const struct code_words *w)
{
	return w->ignored.n || w->trusted.n;
}

void code_words_stack(struct buf *b, const struct code_words *w)
{
	for (size_t i = 0; i < w->stack.n; i++)
		buf_printf(b, " %s %s", w->stack.at[i].within ? "within" : "without",
		           w->stack.at[i].function);
}

/* FILE:LINE, 0xPC or MODULE+0xPC; no class has a colon, a plus or a digit. */
bool code_word_is_point(const char *word, size_t n)
{
	return (n > 2 && memcmp(word, "0x", 2) == 0) || memmem(word, n, "+0x", 3) ||
	       memchr(word, ':', n);
}
