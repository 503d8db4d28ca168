/* SPDX-License-Identifier: MIT */
/*
 * Parts of a frontier as bytes. Decoding turns the reader bad where the bytes do not fit, and what
 * was decoded until then still belongs to the explorer, or to the caller.
 */
#ifndef EXPLORE_ENCODE_H
#define EXPLORE_ENCODE_H

#include "explore/search.h"

#define ENCODED_NODE 60 /* a node takes at least so many bytes, with its step and sleepers */

/* s may be NULL. */
void encode_step(struct buf *b, const struct step *s);
/* One reference, or NULL: there was none, or the bytes do not fit. */
struct step *decode_step(struct explorer *x, struct reader *r);

void encode_sleepers(struct buf *b, const struct sleeper *s, size_t n);
/* Appends them. */
void decode_sleepers(struct explorer *x, struct reader *r, sleeper_vec *out);

/* What is known of a node by itself, with its plans. */
void encode_node(struct buf *b, const struct node *n);
void decode_node(struct explorer *x, struct reader *r, struct node *n);

#endif
