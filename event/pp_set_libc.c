/* SPDX-License-Identifier: MIT */
#include "event/pp_set.h"

#include "base/text.h"

#include <string.h>

static const struct {
	const char *name;
	uint32_t set;
} named[] = {
        {"everywhere", PP_SET_EVERYWHERE},
        {"all", PP_SET_ALL},
        {"hide-stacks", PP_HIDE_STACKS},
};

static bool find_word(const char *word, size_t n, uint32_t *set)
{
	for (size_t i = 0; i < ARRAY_SIZE(named); i++)
		if (strlen(named[i].name) == n && memcmp(named[i].name, word, n) == 0) {
			*set |= named[i].set;
			return true;
		}
	for (int i = PP_NEVER + 1; i < PP_COUNT; i++)
		if (strlen(pp_class_name[i]) == n && memcmp(pp_class_name[i], word, n) == 0) {
			*set |= PP_BIT(i);
			return true;
		}
	return false;
}

static struct result bad_word(const char *word, size_t n)
{
	struct buf b = {0};
	buf_printf(&b, "'%.*s' is no class of preemption points; use everywhere, all", (int)n,
	           word);
	for (int i = PP_NEVER + 1; i < PP_COUNT; i++)
		buf_printf(&b, ", %s", pp_class_name[i]);
	buf_text(&b, ", or a place: FILE:LINE, 0xPC or MODULE+0xPC");
	return (struct result){buf_detach(&b)};
}

struct result pp_set_parse(const char *text, uint32_t *set, string_vec *points)
{
	uint32_t sum = PP_SET_YIELD;
	for (;;) {
		size_t n = strcspn(text, ",");
		if (points && code_word_is_point(text, n))
			vec_push(points, str_format("%.*s", (int)n, text));
		else if (!find_word(text, n, &sum))
			return bad_word(text, n);
		if (!text[n])
			break;
		text += n + 1;
	}
	*set = sum;
	return result_ok();
}

static void format_set(struct buf *b, uint32_t set)
{
	for (size_t i = 0; i < ARRAY_SIZE(named); i++)
		if (named[i].set == set) {
			buf_text(b, named[i].name);
			return;
		}
	const char *comma = "";
	for (int i = PP_NEVER + 1; i < PP_COUNT; i++) {
		if (!(set & PP_BIT(i)) || (i == PP_YIELD && set != PP_SET_YIELD))
			continue;
		buf_printf(b, "%s%s", comma, pp_class_name[i]);
		comma = ",";
	}
}

void pp_set_format(struct buf *b, uint32_t set, const string_vec *points)
{
	format_set(b, (set | PP_SET_YIELD) & PP_SET_EVERYWHERE);
	if (set & PP_HIDE_STACKS)
		buf_text(b, ",hide-stacks");
	for (size_t i = 0; points && i < points->n; i++)
		buf_printf(b, ",%s", points->at[i]);
}
