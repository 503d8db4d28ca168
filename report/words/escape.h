/* SPDX-License-Identifier: MIT */
/* What comes from the tested program is shown, never obeyed, by a terminal. */
#ifndef REPORT_ESCAPE_H
#define REPORT_ESCAPE_H

#include "base/text.h"

/*
 * Adds text with everything that could steer a terminal made visible: control characters and
 * bytes that are not UTF-8 as \xHH, marks that turn the direction of writing as \u{HHHH}; a tab
 * becomes a space. Returns how many characters were added.
 */
size_t escape_text(struct buf *out, const char *text);

/* Colours, or nothing where on is false. */
enum paint { PAINT_PLAIN, PAINT_ERROR, PAINT_WARNING, PAINT_STRONG, PAINT_FAINT, PAINT_PLACE };
void paint_start(struct buf *out, bool on, enum paint p);
void paint_end(struct buf *out, bool on);

#endif
