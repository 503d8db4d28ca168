/* SPDX-License-Identifier: MIT */
/* The words of --pp and of schedule files: "yield", "all", "everywhere", or "lock,unlock,…". */
#ifndef EVENT_PP_SET_H
#define EVENT_PP_SET_H

#include "base/buf.h"
#include "base/result.h"
#include "event/event.h"

/* PP_YIELD is always in the set: a thread that gives way can always be switched. */
struct result pp_set_parse(const char *text, uint32_t *set) MUST_USE;
/* The shortest words that pp_set_parse reads back as the same set. */
void pp_set_format(struct buf *b, uint32_t set);

#endif
