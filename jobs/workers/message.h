/* SPDX-License-Identifier: MIT */
/*
 * What the frames of a worker mean. Nothing in them is believed: the tested program
 * may have overwritten the memory they were made from.
 */
#ifndef JOBS_MESSAGE_H
#define JOBS_MESSAGE_H

#include "jobs/workers/outcome.h"

#define WIRE_HEADER 8 /* type and length */

#define MESSAGE_GARBAGE                                                                            \
	"the program sent scree something that is no message; it may have overwritten memory "     \
	"that is not its own, or written to a descriptor it did not open"

struct message {
	uint32_t type; /* enum wire_type */
	const uint8_t *at;
	size_t n;
};

enum framing { MESSAGE_PART, MESSAGE_WHOLE, MESSAGE_TOO_LONG };

/*
 * The message that the n bytes of a stream begin with, and in *used how many of them it takes.
 * MESSAGE_PART: its end has not come yet. It points into the bytes.
 */
enum framing message_split(const uint8_t *at, size_t n, struct message *m, size_t *used) MUST_USE;

/*
 * Adds what a message says to the outcome. ENDING_NONE: go on; ENDING_DONE,
 * ENDING_ERROR or ENDING_THREADS: that was the last one; ENDING_DIED: *trouble, to be freed, says
 * why the worker is not to be listened to any longer. *hello: whether HELLO has come.
 */
enum ending message_take(const struct message *m, bool *hello, struct outcome *o, char **trouble);

#endif
