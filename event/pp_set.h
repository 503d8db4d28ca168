/* SPDX-License-Identifier: MIT */
/*
 * The words of --pp and of schedule files: "yield", "all", "everywhere", "lock,unlock,…", and
 * places in the code among them: "lock,queue.c:12".
 */
#ifndef EVENT_PP_SET_H
#define EVENT_PP_SET_H

#include "base/buf.h"
#include "base/result.h"
#include "event/code_words.h"
#include "event/event.h"

/*
 * PP_YIELD is always in the set: a thread that gives way can always be switched. Places
 * are appended to points; where that is NULL they are an error.
 */
struct result pp_set_parse(const char *text, uint32_t *set, string_vec *points) MUST_USE;
/* The shortest words that pp_set_parse reads back as the same set and points (may be NULL). */
void pp_set_format(struct buf *b, uint32_t set, const string_vec *points);

#endif
