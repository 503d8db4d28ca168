/* SPDX-License-Identifier: MIT */
#include "tests/unit/unit.h"

#include "base/json.h"
#include "base/text.h"

#include <math.h>

static void escapes(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
	        {"plain", "[\"plain\"]\n"},
	        {"\"\\/", "[\"\\\"\\\\/\"]\n"},
	        {"\b\f\n\r\t", "[\"\\b\\f\\n\\r\\t\"]\n"},
	        {"\x01\x1b\x7f", "[\"\\u0001\\u001b\\u007f\"]\n"},
	        {"gr\xc3\xbc\xc3\x9f", "[\"gr\xc3\xbc\xc3\x9f\"]\n"},
	        {"\xf0\x9f\x8e\x89", "[\"\xf0\x9f\x8e\x89\"]\n"},
	        /* Not UTF-8: a lone byte, overlong, a surrogate, truncated, beyond U+10FFFF. */
	        {"a\xff"
	         "b",
	         "[\"a\xef\xbf\xbd"
	         "b\"]\n"},
	        {"\xc0\xaf", "[\"\xef\xbf\xbd\xef\xbf\xbd\"]\n"},
	        {"\xed\xa0\x80", "[\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"]\n"},
	        {"\xe2\x82", "[\"\xef\xbf\xbd\xef\xbf\xbd\"]\n"},
	        {"\xf4\x90\x80\x80", "[\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"]\n"},
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct buf b = {0};
		struct json j = {.out = &b};
		json_open(&j, NULL, '[');
		json_str(&j, NULL, cases[i].in);
		json_close(&j);
		assert_string_equal(buf_cstr(&b), cases[i].out);
		buf_release(&b);
	}
}

static void every_kind_of_value(void **state)
{
	struct buf b = {0};
	struct json j = {.out = &b};
	(void)state;
	json_open(&j, NULL, '{');
	json_str(&j, "none", NULL);
	json_u64(&j, "u", UINT64_MAX);
	json_i64(&j, "i", INT64_MIN);
	json_hex(&j, "h", 0xdeadbeef);
	json_real(&j, "r", 1.5);
	json_small(&j, "small", 0.000257123);
	json_real(&j, "nan", NAN);
	json_bool(&j, "t", true);
	json_open(&j, "empty", '[');
	json_close(&j);
	json_close(&j);
	assert_string_equal(buf_cstr(&b),
	                    "{\"none\": null, \"u\": 18446744073709551615, "
	                    "\"i\": -9223372036854775808, \"h\": \"0xdeadbeef\", \"r\": 1.500, "
	                    "\"small\": 0.000257123, \"nan\": null, \"t\": true, \"empty\": []}\n");
	buf_release(&b);
}

static void outer_values_on_lines(void **state)
{
	struct buf b = {0};
	struct json j = {.out = &b, .lines = 2};
	(void)state;
	json_open(&j, NULL, '{');
	json_open(&j, "list", '[');
	for (unsigned i = 0; i < 2; i++) {
		json_open(&j, NULL, '{');
		json_u64(&j, "a", i);
		json_u64(&j, "b", i);
		json_close(&j);
	}
	json_close(&j);
	json_close(&j);
	assert_string_equal(buf_cstr(&b), "{\n  \"list\": [\n    {\"a\": 0, \"b\": 0},\n"
	                                  "    {\"a\": 1, \"b\": 1}\n  ]\n}\n");
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	        cmocka_unit_test(escapes),
	        cmocka_unit_test(every_kind_of_value),
	        cmocka_unit_test(outer_values_on_lines),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
