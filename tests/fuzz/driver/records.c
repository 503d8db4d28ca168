/* SPDX-License-Identifier: MIT */
#include "tests/fuzz/records.h"

#include "base/str.h"
#include "base/version.h"

static struct choice choices[] = {
        {.kind = CHOICE_THREAD, .n = 2, .value = 1},
        {.kind = CHOICE_THREAD, .n = 3, .value = 2, .thread = 1, .preempts = 1},
        {.kind = CHOICE_USER, .n = 9, .value = 4, .thread = 2}};
static uint64_t pcs[] = {0x1234, 0x5678, 0x9abc};
#define CHOICES                                                                                    \
	{                                                                                          \
		choices, ARRAY_SIZE(choices), ARRAY_SIZE(choices)                                  \
	}
#define PCS                                                                                        \
	{                                                                                          \
		pcs, ARRAY_SIZE(pcs), ARRAY_SIZE(pcs)                                              \
	}

void record_finding(struct buf *b)
{
	char message[] = "{0x10} is held by {T1}", text[] = "freed here";
	struct note notes[] = {{.text = text, .thread = 1, .stack = PCS},
	                       {.text = text, .thread = NO_THREAD, .loop = 1}};
	struct finding f = {.kind = FINDING_DEADLOCK,
	                    .severity = SEVERITY_WARNING,
	                    .thread = 2,
	                    .addr = 0x10,
	                    .message = message,
	                    .stack = PCS,
	                    .notes = {notes, ARRAY_SIZE(notes), ARRAY_SIZE(notes)},
	                    .schedule = CHOICES,
	                    .preempted = PCS,
	                    .execution = 5};
	finding_encode(b, &f);
}

void record_race(struct buf *b)
{
	struct race_lock locks[] = {{.addr = 0x30, .kind = RACE_LOCK_RWLOCK, .shared = 1},
	                            {.addr = 0x40, .incarnation = 2}};
	struct race_record r = {.first = {.pc = 0x10, .thread = 1, .kind = OP_WRITE, .writes = 1},
	                        .second = {.pc = 0x20,
	                                   .thread = 2,
	                                   .kind = OP_READ,
	                                   .generation = 3,
	                                   .locks = {locks, 2, 2}},
	                        .addr = 0x50,
	                        .execution = 6,
	                        .flags = RACE_C11 | RACE_BOTH_ORDERS,
	                        .stack = PCS};
	race_encode(b, &r);
}

static char none[] = "", module_name[] = "libq.so", build_id[] = "00ff";
static struct code_module modules[] = {{none, none}, {module_name, build_id}};
static struct code_rule rules[] = {
        {.kind = CODE_POINT, .lo = 1, .hi = 2, .module = CODE_ABSOLUTE, .thread = 3},
        {.kind = CODE_POINT, .lo = 4, .hi = 8, .caller = 16, .caller_module = 1, .thread = 3},
        {.kind = CODE_WITHIN, .lo = 16, .hi = 99, .module = 1, .order = 1, .thread = NO_THREAD},
};
#define RULES                                                                                      \
	{                                                                                          \
		{modules, 2, 2},                                                                   \
		{                                                                                  \
			rules, ARRAY_SIZE(rules), ARRAY_SIZE(rules)                                \
		}                                                                                  \
	}

void record_code_rules(struct buf *b)
{
	struct code_rules c = RULES;
	code_rules_encode(b, &c);
}

void record_config(struct buf *b)
{
	uint8_t bytes[] = {1, 0, 0, 0, 2};
	struct wire_config c = {.version = WIRE_VERSION,
	                        .schedule = SCHEDULE_EXPLORE,
	                        .seed = 3,
	                        .executions = UINT64_MAX,
	                        .page_fd = -1,
	                        .flags = WIRE_OS_THREADS,
	                        .stop_at = 1ull << 40,
	                        .races = RACES_PURE,
	                        .choices = CHOICES,
	                        .orders = {bytes, sizeof(bytes), sizeof(bytes)},
	                        .resume = {bytes, sizeof(bytes), sizeof(bytes)},
	                        .code = RULES};
	wire_config_encode(b, &c);
}

void record_hello(struct buf *b)
{
	char version[] = SCREE_VERSION;
	wire_hello_encode(b, &(struct wire_hello){WIRE_VERSION, 77, version});
}

void record_done(struct buf *b)
{
	char what[] = "thread";
	struct wire_done d = {.executions = 9, .exit_status = -1, .schedule = CHOICES};
	d.counters[COUNT_COUNT - 1] = 4;
	d.space = (struct wire_space){.complete = 1, .bounded = 5, .estimated_usecs = 1.5};
	d.divergence = (struct wire_divergence){.happened = 1, .index = 7, .what = what};
	d.divergence.expected.kind = OP_COUNT;
	wire_done_encode(b, &d);
}

void record_error(struct buf *b)
{
	char message[] = "fork is not supported";
	wire_error_encode(b, &(struct wire_error){message, 3, PCS});
}

void record_stopped(struct buf *b)
{
	struct stopped_thread threads[] = {
	        {.id = 0, .status = THREAD_BLOCKED, .next.arg = 1, .stack = PCS},
	        {.id = 1, .status = THREAD_EXITED, .next.kind = OP_THREAD_EXIT},
	};
	stopped_encode(b, &(struct stopped){12, 1, {threads, 2, 2}});
}

void record_detail(struct buf *b)
{
	uint32_t numbers[] = {2, 4, 5};
	pc_vec stacks[] = {PCS, {pcs, 1, 1}};
	struct event_detail events[] = {{.stack = 0, .block = 0, .n_before = 4},
	                                {.stack = 1, .block = DETAIL_NONE, .n_after = 16}};
	struct block_detail block = {.start = 0x7000, .size = 24, .thread = 1, .stack = PCS};
	struct switch_detail change = {.to = 1, .after = 5, .stack = 1, .preempts = 1};
	struct choice_detail choice = {7, {.kind = CHOICE_USER, .value = 2, .n = 3}};
	struct held_detail held = {0x30, 0x6000};
	struct thread_detail threads[] = {
	        {.pending = {.kind = OP_READ, .addr = 0x20}, .name = none},
	        {.pending = {.thread = 1, .kind = OP_WRITE, .addr = 0x20},
	         .status = THREAD_BLOCKED,
	         .began = 1,
	         .start = 0x4000,
	         .name = module_name,
	         .stack = PCS,
	         .held = {&held, 1, 1}}};
	for (size_t i = 0; i < ARRAY_SIZE(threads); i++)
		threads[i].bytes.stack = threads[i].bytes.block = DETAIL_NONE;
	struct detail d = {.known = true,
	                   .first = 3,
	                   .numbers = {numbers, ARRAY_SIZE(numbers), ARRAY_SIZE(numbers)},
	                   .events = {events, 2, 2},
	                   .stacks = {stacks, 2, 2},
	                   .blocks = {&block, 1, 1},
	                   .switches = {&change, 1, 1},
	                   .choices = {&choice, 1, 1},
	                   .threads = {threads, 2, 2},
	                   .events_in_all = 9};
	detail_encode(b, &d);
}

static struct stretch stretches[] = {{.until = 4, .choice = 1, .thread = 1, .preempts = 1},
                                     {.until = STRETCH_TO_THE_END, .choice = 2}};

void record_guide(struct buf *b)
{
	struct guide g = {.exact = CHOICES,
	                  .other = GUIDE_AS_RECORDED,
	                  .stretches = {stretches, 2, 2},
	                  .values = CHOICES};
	guide_encode(b, &g);
}

void record_tried(struct buf *b)
{
	struct tried t = {.choices = CHOICES, .stretches = {stretches, 2, 2}};
	tried_encode(b, &t);
}

void record_schedule(struct buf *b, unsigned which)
{
	char program[] = "./queue", message[] = "n is \\ 3\n", file[] = "a:b.c", function[] = "pop",
	     option[] = "stack=64", arg[] = "--items", point[] = "queue.c:12";
	char *points[] = {point}, *options[] = {option}, *args[] = {arg, none};
	struct judged judged[] = {{.choice = 1, .necessary = true}};
	struct schedule s = {.pp_set = PP_BIT(PP_LOCK) | PP_BIT(PP_ATOMIC), .choices = CHOICES};
	if (which > 0) {
		s.program = program;
		s.build_id = build_id;
		s.points = (string_vec){points, 1, 1};
		s.options = (string_vec){options, 1, 1};
		s.args = (string_vec){args, 2, 2};
	}
	if (which > 1)
		s.finding = (struct recorded_finding){.known = true,
		                                      .kind = FINDING_DEADLOCK,
		                                      .thread = 2,
		                                      .line = 31,
		                                      .message = message,
		                                      .file = file,
		                                      .function = function};
	if (which > 2) {
		s.minimised = (struct minimised){.known = true,
		                                 .complete = true,
		                                 .from = {5, 9},
		                                 .to = {1, 3},
		                                 .judged = {judged, 1, 1}};
		s.minimised.passing = (choice_vec)CHOICES;
	}
	schedule_encode(b, &s);
}
