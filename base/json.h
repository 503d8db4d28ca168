/* SPDX-License-Identifier: MIT */
/*
 * A JSON writer. Commas, escaping and indentation are its work; the order of
 * opening and closing is the caller's and is checked with BUG().
 *
 *	struct json j = {.out = &buf, .lines = 2};
 *	json_open(&j, NULL, '{');
 *	json_str(&j, "kind", "deadlock");
 *	json_open(&j, "stack", '['); … json_close(&j);
 *	json_close(&j);
 *
 * key is the member's name inside an object and NULL inside an array. Strings may
 * hold any bytes: what is not UTF-8 becomes U+FFFD.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/buf.h"

#define JSON_DEPTH 16

struct json {
	struct buf *out;
	unsigned lines; /* values down to this depth stand on a line of their own */
	unsigned depth;
	char open[JSON_DEPTH]; /* '{' or '[' */
	bool some[JSON_DEPTH]; /* a value has been written at this depth */
};

void json_open(struct json *j, const char *key, char bracket);
void json_close(struct json *j);
/* s may be NULL: null. */
void json_str(struct json *j, const char *key, const char *s);
void json_u64(struct json *j, const char *key, uint64_t v);
void json_i64(struct json *j, const char *key, int64_t v);
/* A string "0x…": JSON numbers lose the low bits of an address in many readers. */
void json_hex(struct json *j, const char *key, uint64_t v);
/* Three decimals; null for what is not finite. */
void json_real(struct json *j, const char *key, double v);
/* Six digits that count, however small it is. */
void json_small(struct json *j, const char *key, double v);
void json_bool(struct json *j, const char *key, bool v);
void json_null(struct json *j, const char *key);

#endif
