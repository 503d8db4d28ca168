/* SPDX-License-Identifier: MIT */
#include "report/render/sarif_internal.h"

#include "base/text.h"
#include "base/version.h"

#include <inttypes.h>
#include <string.h>

#define SCHEMA                                                                                     \
	"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"                      \
	"sarif-schema-2.1.0.json"

/* How deep lines of their own go; below it there are too many small things. */
enum { LINES = 5, LINES_OF_RULES = 6, LINES_OF_STACKS = 8, LINES_OF_FLOWS = 10 };

/* ---- the tool ---- */

/* "use-after-free" as "UseAfterFree": names of rules are identifiers. */
static void json_rule_name(struct json *j, const char *id)
{
	struct buf b = {0};
	for (const char *p = id; *p; p++) {
		bool starts = p == id || p[-1] == '-';
		if (*p != '-')
			buf_u8(&b, (uint8_t)(starts && *p >= 'a' && *p <= 'z' ? *p - 32 : *p));
	}
	json_str(j, "name", buf_cstr(&b));
	buf_release(&b);
}

static void json_rule(struct json *j, const struct finding_info *kind)
{
	char *sentence = str_format("%s.", kind->meaning);
	if (*sentence >= 'a' && *sentence <= 'z')
		*sentence = (char)(*sentence - 32);
	json_open(j, NULL, '{');
	json_str(j, "id", kind->text);
	json_rule_name(j, kind->text);
	sarif_message(j, "shortDescription", sentence);
	sarif_message(j, "fullDescription", sentence);
	sarif_message(j, "help",
	              "The code flow tells how threads were switched until it happened. The "
	              "command in the result's properties runs that schedule again; with --gdb "
	              "it stops there in a debugger.");
	json_open(j, "defaultConfiguration", '{');
	json_str(j, "level", "error");
	json_close(j);
	json_close(j);
	mem_free(sentence);
}

static void json_tool(struct json *j)
{
	json_open(j, "tool", '{');
	json_open(j, "driver", '{');
	json_str(j, "name", "scree");
	json_str(j, "version", SCREE_VERSION);
	j->lines = LINES_OF_RULES;
	json_open(j, "rules", '[');
	for (size_t i = 0; i < FINDING_COUNT; i++)
		json_rule(j, &finding_info[i]);
	json_close(j);
	j->lines = LINES;
	json_close(j);
	json_close(j);
}

static void json_base(struct json *j, const char *directory)
{
	struct buf uri = {0};
	sarif_uri(&uri, directory);
	if (!str_ends(directory, "/"))
		buf_u8(&uri, '/');
	json_open(j, "originalUriBaseIds", '{');
	json_open(j, SARIF_BASE, '{');
	json_str(j, "uri", buf_cstr(&uri));
	json_close(j);
	json_close(j);
	buf_release(&uri);
}

void sarif_open(struct sarif *log, struct buf *out, const char *directory)
{
	struct json *j = &log->json;
	*log = (struct sarif){.json = {.out = out, .lines = LINES}};
	json_open(j, NULL, '{');
	json_str(j, "$schema", SCHEMA);
	json_str(j, "version", "2.1.0");
	json_open(j, "runs", '[');
	json_open(j, NULL, '{');
	json_tool(j);
	if (directory)
		json_base(j, directory);
	json_str(j, "columnKind", "unicodeCodePoints");
	json_open(j, "results", '[');
}

/* ---- a finding ---- */

/* Where it happened: its own place, else that of the first note that has one. */
static const struct story_frame *place_of(const struct story *s)
{
	const struct story_frame *f = story_place(s, s->stack);
	for (size_t i = 0; !f && i < s->notes.n; i++)
		f = story_place(s, s->notes.at[i].stack);
	return f;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
	const char *p = text ? text : "";
	do
		hash = (hash ^ (uint8_t)*p) * 0x100000001b3u;
	while (*p++);
	return hash;
}

static uint64_t hash_place(uint64_t hash, const struct story *s, const struct story_frame *f)
{
	const char *path = s->files.at[f->file].path, *slash = strrchr(path, '/');
	const char *line = sarif_line(s, f);
	char *number = str_format("%u", f->line);
	hash = hash_text(hash, slash ? slash + 1 : path);
	hash = hash_text(hash, f->function);
	hash = hash_text(hash, line ? line + strspn(line, " \t") : number);
	mem_free(number);
	return hash;
}

/*
 * The same bug has the same one, whatever schedule showed it and whatever stands above it in the
 * file: its kind, the name of the file, the function, and the text of the line.
 */
static void json_fingerprint(struct json *j, const struct story *s, const struct story_frame *f)
{
	uint64_t hash = hash_text(0xcbf29ce484222325u, finding_info[s->kind].text);
	const char *slash = strrchr(s->program, '/');
	hash = f ? hash_place(hash, s, f) : hash_text(hash, slash ? slash + 1 : s->program);
	char *text = str_format("%016" PRIx64, hash);
	json_open(j, "partialFingerprints", '{');
	json_str(j, "screeKindAndPlace/v1", text);
	json_close(j);
	mem_free(text);
}

static void json_stack_of(struct json *j, const struct story *s, const char *message,
                          uint16_t thread, uint32_t stack)
{
	json_open(j, NULL, '{');
	sarif_message(j, "message", message);
	json_open(j, "frames", '[');
	for (size_t i = 0; i < s->stacks.at[stack].frames.n; i++) {
		const struct story_frame *f = &s->frames.at[s->stacks.at[stack].frames.at[i]];
		json_open(j, NULL, '{');
		sarif_location(j, "location", s, &(struct sarif_location){.frame = f});
		if (thread != NO_THREAD)
			json_u64(j, "threadId", thread);
		json_close(j);
	}
	json_close(j);
	json_close(j);
}

/* The same in every word as an earlier one: a list of SARIF may not have both. */
static bool is_repeated(const struct story *s, size_t i)
{
	const struct story_note *n = &s->notes.at[i];
	for (size_t k = 0; k < i; k++) {
		const struct story_note *o = &s->notes.at[k];
		if (o->stack == n->stack && o->thread == n->thread && strcmp(o->text, n->text) == 0)
			return true;
	}
	return n->thread == s->thread && n->stack == s->stack && strcmp(n->text, s->message) == 0;
}

static void json_stacks(struct json *j, const struct story *s)
{
	j->lines = LINES_OF_STACKS;
	json_open(j, "stacks", '[');
	if (s->stack != STORY_NONE)
		json_stack_of(j, s, s->message, s->thread, s->stack);
	for (size_t i = 0; i < s->notes.n; i++) {
		const struct story_note *n = &s->notes.at[i];
		if (n->stack != STORY_NONE && !n->loop && !is_repeated(s, i))
			json_stack_of(j, s, n->text, n->thread, n->stack);
	}
	json_close(j);
	j->lines = LINES;
}

/* ---- what else one should look at ---- */

struct related {
	struct json *json;
	const struct story *story;
	uint32_t n;
	VEC(const struct story_frame *) steps; /* frames that steps were shown at */
};

static void add_related(struct related *r, const struct story_frame *f, const char *message)
{
	sarif_location(r->json, NULL, r->story,
	               &(struct sarif_location){
	                       .frame = f, .message = message, .id = ++r->n, .snippet = true});
}

static void add_step(struct related *r, uint32_t step)
{
	const struct story_step *s = &r->story->run.steps.at[step - 1];
	const struct story_frame *f = story_place(r->story, s->stack);
	for (size_t i = 0; i < r->steps.n; i++)
		if (r->steps.at[i] == f)
			return;
	if (!f || !s->slice)
		return;
	char *text = str_format("T%u %s", s->thread, s->text);
	add_related(r, f, text);
	vec_push(&r->steps, f);
	mem_free(text);
}

/* What notes tell of, and accesses that nothing orders or that came after a free, each place once.
 */
static void json_related(struct json *j, const struct story *s)
{
	struct related r = {.json = j, .story = s};
	j->lines = LINES + 1;
	json_open(j, "relatedLocations", '[');
	for (size_t i = 0; i < s->notes.n; i++) {
		const struct story_frame *f = story_place(s, s->notes.at[i].stack);
		if (f)
			add_related(&r, f, s->notes.at[i].text);
	}
	for (size_t i = 0; i < s->run.arrows.n; i++) {
		const struct story_arrow *a = &s->run.arrows.at[i];
		if (a->kind != ARROW_RACE && a->kind != ARROW_FREE)
			continue;
		add_step(&r, a->from);
		add_step(&r, a->to);
	}
	json_close(j);
	j->lines = LINES;
	vec_release(&r.steps);
}

/* ---- all of it ---- */

static void json_properties(struct json *j, const struct story *s)
{
	json_open(j, "properties", '{');
	json_str(j, "program", s->program);
	json_open(j, "arguments", '[');
	for (size_t i = 0; i < s->args.n; i++)
		json_str(j, NULL, s->args.at[i]);
	json_close(j);
	if (s->build_id)
		json_str(j, "buildId", s->build_id);
	if (s->replay)
		json_str(j, "replay", s->replay);
	if (s->gdb)
		json_str(j, "gdb", s->gdb);
	if (s->minimised.known)
		json_str(j, "minimised", s->minimised.text);
	if (s->has_passing && s->passing_text)
		json_str(j, "passing", s->passing_text);
	json_close(j);
}

void sarif_story(struct sarif *log, const struct story *s)
{
	struct json *j = &log->json;
	const struct story_frame *place = place_of(s);
	json_open(j, NULL, '{');
	json_str(j, "ruleId", finding_info[s->kind].text);
	json_u64(j, "ruleIndex", s->kind);
	json_str(j, "level", s->severity == SEVERITY_ERROR ? "error" : "warning");
	sarif_message(j, "message", s->headline);
	json_open(j, "locations", '[');
	if (place)
		sarif_location(j, NULL, s,
		               &(struct sarif_location){.frame = place, .snippet = true});
	json_close(j);
	json_fingerprint(j, s, place);
	json_related(j, s);
	json_stacks(j, s);
	j->lines = LINES_OF_FLOWS;
	sarif_flow(j, s);
	j->lines = LINES;
	json_properties(j, s);
	json_close(j);
}

/* What no result says: why the search stopped, how far it got, what it left out. */
static void json_notification(struct json *j, const struct sarif_end *end)
{
	static const char *const level[] = {[VERDICT_VERIFIED] = "note",
	                                    [VERDICT_FINDING] = "note",
	                                    [VERDICT_BUDGET] = "warning",
	                                    [VERDICT_ERROR] = "error"};
	json_open(j, "toolExecutionNotifications", '[');
	if (*end->text) {
		json_open(j, NULL, '{');
		json_str(j, "level", level[end->verdict]);
		sarif_message(j, "message", end->text);
		json_close(j);
	}
	json_close(j);
}

void sarif_close(struct sarif *log, const struct sarif_end *end)
{
	struct json *j = &log->json;
	json_close(j);
	json_open(j, "invocations", '[');
	json_open(j, NULL, '{');
	json_bool(j, "executionSuccessful", !end || end->verdict != VERDICT_ERROR);
	if (end) {
		json_u64(j, "exitCode", (uint64_t)end->exit_status);
		json_str(j, "exitCodeDescription", verdict_name[end->verdict]);
		json_notification(j, end);
	}
	json_close(j);
	json_close(j);
	while (j->depth)
		json_close(j);
}
