/* SPDX-License-Identifier: MIT */
#include "jobs/store/found_record.h"

#include "event/schedule.h"

void found_encode(struct buf *b, const struct found *f)
{
	buf_u32(b, f->job);
	buf_u8(b, f->post_mortem);
	finding_encode(b, &f->finding);
}

bool found_decode(struct reader *r, struct found *f)
{
	*f = (struct found){.count = 1, .job = read_u32(r)};
	f->post_mortem = read_u8(r);
	return finding_decode(r, &f->finding) && !r->left &&
	       choices_first_bad(&f->finding.schedule) == f->finding.schedule.n;
}
