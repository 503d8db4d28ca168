/* SPDX-License-Identifier: MIT */
/* Places and stacks as JSON; docs/json.md describes them. */
#ifndef REPORT_JSON_STACK_H
#define REPORT_JSON_STACK_H

#include "base/json.h"
#include "event/finding.h"
#include "report/names/symbols.h"

/* The members function, file, line, column; f may be NULL. */
void json_place(struct json *j, const struct source_frame *f);
/* The member "stack". */
void json_stack(struct json *j, struct symbols *symbols, const pc_vec *stack);

#endif
