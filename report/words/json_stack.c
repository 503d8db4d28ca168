/* SPDX-License-Identifier: MIT */
/* Small: verdict/ and render/ both use it, so it belongs to neither. */
#include "report/words/json_stack.h"

void json_place(struct json *j, const struct source_frame *f)
{
	json_str(j, "function", f ? f->function : NULL);
	json_str(j, "file", f ? f->file : NULL);
	json_u64(j, "line", f ? f->line : 0);
	json_u64(j, "column", f ? f->column : 0);
}

void json_stack(struct json *j, struct symbols *symbols, const pc_vec *stack)
{
	json_open(j, "stack", '[');
	for (size_t i = 0; i < stack->n; i++) {
		const frame_vec *frames = symbols_frames(symbols, stack->at[i]);
		for (size_t k = 0; k < frames->n; k++) {
			if (frames->at[k].checker)
				continue;
			json_open(j, NULL, '{');
			json_place(j, &frames->at[k]);
			json_bool(j, "inlined", frames->at[k].inlined);
			json_hex(j, "pc", stack->at[i]);
			json_close(j);
		}
	}
	json_close(j);
}
