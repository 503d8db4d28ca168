/* SPDX-License-Identifier: MIT */
/* A finding together with what the controller knows of it (struct found), as a record. */
#ifndef JOBS_FOUND_RECORD_H
#define JOBS_FOUND_RECORD_H

#include "jobs/workers/outcome.h"

void found_encode(struct buf *b, const struct found *f);
/* f->finding is released by finding_release in either case. */
bool found_decode(struct reader *r, struct found *f) MUST_USE;

#endif
