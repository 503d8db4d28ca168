/* SPDX-License-Identifier: MIT */
#include "event/code_rules.h"

#include <string.h>

#define MODULE_BYTES 8 /* two lengths */

void code_rules_encode(struct buf *b, const struct code_rules *c)
{
	buf_u32(b, CODE_RULES_VERSION);
	buf_u32(b, (uint32_t)c->modules.n);
	for (size_t i = 0; i < c->modules.n; i++) {
		buf_str(b, c->modules.at[i].name);
		buf_str(b, c->modules.at[i].build_id);
	}
	buf_u32(b, (uint32_t)c->rules.n);
	buf_bytes(b, c->rules.at, c->rules.n * sizeof(struct code_rule));
}

static bool rule_fits(const struct code_rules *c, const struct code_rule *r)
{
	bool module = r->module == CODE_ABSOLUTE || r->module < c->modules.n;
	bool caller =
	        !r->caller || r->caller_module == CODE_ABSOLUTE || r->caller_module < c->modules.n;
	return module && caller && r->kind < CODE_RULE_KINDS && r->lo < r->hi &&
	       r->order < UINT32_MAX;
}

bool code_rules_decode(struct reader *r, struct code_rules *c)
{
	memset(c, 0, sizeof(*c));
	if (read_u32(r) != CODE_RULES_VERSION)
		return false;
	for (size_t n = read_count(r, MODULE_BYTES); n; n--) {
		struct code_module m = {.name = read_str(r)};
		m.build_id = read_str(r);
		vec_push(&c->modules, m);
	}
	size_t n = read_count(r, sizeof(struct code_rule));
	vec_reserve(&c->rules, n);
	read_bytes(r, c->rules.at, n * sizeof(struct code_rule));
	c->rules.n = n;
	for (size_t i = 0; i < n; i++)
		if (!rule_fits(c, &c->rules.at[i]))
			return false;
	return !r->bad;
}

void code_rules_release(struct code_rules *c)
{
	for (size_t i = 0; i < c->modules.n; i++) {
		mem_free(c->modules.at[i].name);
		mem_free(c->modules.at[i].build_id);
	}
	vec_release(&c->modules);
	vec_release(&c->rules);
}
