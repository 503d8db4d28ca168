/* SPDX-License-Identifier: MIT */
#include "cli/check_options.h"

#include "actions/finding_file.h"
#include "actions/minimising.h"
#include "base/str.h"
#include "cli/command.h"
#include "jobs/store/run_dir.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define PCT_DEPTH_MOST 1000

/* ---- values ---- */

static struct result read_reduction(const char *value, void *to)
{
	static const char *const names[] = {[REDUCTION_OPTIMAL] = "optimal",
	                                    [REDUCTION_DPOR] = "dpor",
	                                    [REDUCTION_NONE] = "none"};
	struct check_options *o = to;
	o->reduction_given = true;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (strcmp(value, names[i]) == 0) {
			o->reduction = (enum explore_reduction)i;
			return result_ok();
		}
	return result_error("'%s' is not known; use optimal, dpor or none", value);
}

/* value: "D:SEED". */
static struct result read_pct(const char *value, struct strategy_choice *s)
{
	const char *colon = strchr(value, ':');
	if (!colon)
		return result_error("a depth and a seed are needed: pct:3:1");
	char *depth = str_format("%.*s", (int)(colon - value), value);
	struct result r = parse_count(depth, &s->depth);
	mem_free(depth);
	GUARD(r);
	if (s->depth < 1 || s->depth > PCT_DEPTH_MOST)
		return result_error("a depth is 1 to %d", PCT_DEPTH_MOST);
	return parse_count(colon + 1, &s->seed);
}

static struct result read_strategy(const char *value, void *to)
{
	struct strategy_choice *s = to;
	*s = (struct strategy_choice){.kind = STRATEGY_DEPTH_FIRST, .given = true};
	if (strcmp(value, "dfs") == 0)
		return result_ok();
	if (strcmp(value, "icb") == 0) {
		s->kind = STRATEGY_ICB;
		return result_ok();
	}
	if (str_starts(value, "random:")) {
		s->kind = STRATEGY_RANDOM;
		return parse_count(value + strlen("random:"), &s->seed);
	}
	if (str_starts(value, "pct:")) {
		s->kind = STRATEGY_PCT;
		return read_pct(value + strlen("pct:"), s);
	}
	return result_error("'%s' is not known; use dfs, icb, random:SEED or pct:DEPTH:SEED",
	                    value);
}

static struct result read_races(const char *value, void *to)
{
	for (unsigned i = 0; i < RACES_MODES; i++)
		if (strcmp(value, race_mode_name[i]) == 0) {
			*(enum race_mode *)to = (enum race_mode)i;
			return result_ok();
		}
	return result_error("'%s' is not known; use limited, pure or none", value);
}

static struct result read_findings(const char *value, void *to)
{
	if (!*value)
		return result_error("give a directory, or none");
	*(const char **)to = strcmp(value, "none") == 0 ? NULL : value;
	return result_ok();
}

static struct result read_run_dir(const char *value, void *to)
{
	if (!*value)
		return result_error("give a directory, or none");
	bool off = strcmp(value, "none") == 0;
	*(struct keep_options *)to =
	        (struct keep_options){.given = true, .off = off, .dir = off ? NULL : value};
	return result_ok();
}

static struct result read_mode(const char *value, void *to)
{
	struct deepen_options *d = to;
	struct buf b = {0};
	d->mode_given = true;
	for (int i = 0; i < DEEPENING_MODES; i++) {
		if (strcmp(value, deepening_mode_name[i]) == 0) {
			d->mode = (enum deepening_mode)i;
			return result_ok();
		}
	}
	buf_printf(&b, "'%s' is not known; use", value);
	for (int i = 0; i < DEEPENING_MODES; i++)
		buf_printf(&b, "%s %s",
		           i == 0                     ? ""
		           : i + 1 == DEEPENING_MODES ? " or"
		                                      : ",",
		           deepening_mode_name[i]);
	return (struct result){buf_detach(&b)};
}

static struct result read_factor(const char *value, void *to)
{
	char *end;
	double factor = strtod(value, &end);
	if (end == value || *end || !(factor >= 0.1 && factor <= 1000))
		return result_error("'%s' is no factor between 0.1 and 1000", value);
	*(double *)to = factor;
	return result_ok();
}

/* ---- the table ---- */

static void make_table(struct check_options *o, struct option_table *t)
{
	const struct option search[] = {
	        {"time", 't', OPTION_DURATION, &o->time_ms, "TIME", NULL, NULL,
	         "stop after so long"},
	        {"max-executions", 'n', OPTION_COUNT, &o->max_executions, "N", NULL, NULL,
	         "stop after so many executions"},
	        {"max-depth", 0, OPTION_COUNT, &o->max_depth, "N", NULL, NULL,
	         "give an execution up after N steps"},
	        {"bound", 0, OPTION_COUNT, &o->bound, "N", NULL, NULL,
	         "run only schedules with at most N preemptions, those with the\n"
	         "fewest first"},
	        {"reduction", 0, OPTION_CUSTOM, o, "WHICH", NULL, read_reduction,
	         "optimal: each schedule that differs once (default)\n"
	         "dpor: all that differ, some of them several times\n"
	         "none: every schedule"},
	        {"strategy", 0, OPTION_CUSTOM, &o->strategy, "WHICH", NULL, read_strategy,
	         "dfs: one after the other until all were run (default)\n"
	         "icb: with no preemption, then with one, two, ... (default with --bound)\n"
	         "random:SEED: drawn by lot, until the time or number is over\n"
	         "pct:DEPTH:SEED: the same with random priorities"},
	        {"races", 0, OPTION_CUSTOM, &o->races, "WHICH", NULL, read_races,
	         "list accesses in an order that nothing enforces:\n"
	         "limited: in some schedule; pure: in one that was run; none\n"
	         "(default: limited where they become preemption points)"},
	};
	const struct option deepen[] = {
	        {"mode", 0, OPTION_CUSTOM, &o->deepen, "WHICH", NULL, read_mode,
	         "deepen: small sets of preemption points first, larger ones as\n"
	         "time allows; racing accesses become preemption points (default)\n"
	         "maximal: only the largest set known, the fastest way to verify\n"
	         "sync-only: synchronization alone, no racing accesses\n"
	         "single: one set, that of --pp\n"
	         "everywhere: one set, every access that can be shared"},
	        {"jobs", 'j', OPTION_COUNT, &o->deepen.jobs, "N", NULL, NULL,
	         "so many workers at a time (default: the processors)"},
	        {"pin-maximal", 0, OPTION_FLAG, &o->deepen.pin_maximal, NULL, NULL, NULL,
	         "one of them always explores the largest set"},
	        {"memory", 0, OPTION_COUNT, &o->deepen.memory_mb, "MB", NULL, NULL,
	         "workers may have so much memory together; the largest one is put\n"
	         "aside where they have more (default: what the machine has)"},
	        {"eta-factor", 0, OPTION_CUSTOM, &o->deepen.eta_factor, "X", NULL, read_factor,
	         "a set makes room for others if it needs more than X times the\n"
	         "time that is left (default 2)"},
	        {"eta-threshold", 0, OPTION_COUNT, &o->deepen.eta_threshold, "N", NULL, NULL,
	         "but not before so many executions (default 32)"},
	};
	const struct option result[] = {
	        {"minimize", 0, OPTION_DURATION, &o->minimize_ms, "TIME", NULL, NULL,
	         "spend so long on a schedule with the fewest preemptions, for each\n"
	         "finding (default 5s); 0: show it as it was found"},
	        {"findings", 0, OPTION_CUSTOM, &o->findings, "DIR", NULL, read_findings,
	         "where findings are saved (default " FINDINGS_DIR "); none: nowhere"},
	        {"html", 0, OPTION_STRING, &o->html, "FILE", NULL, NULL,
	         "write the first finding, step by step, as a page for a browser to FILE;\n"
	         "without a finding there is none"},
	        {"sarif", 0, OPTION_STRING, &o->sarif, "FILE", NULL, NULL,
	         "write the result as SARIF 2.1.0, for editors and code scanning, to FILE"},
	        {"junit", 0, OPTION_STRING, &o->junit, "FILE", NULL, NULL,
	         "write the result as JUnit XML, for CI services, to FILE"},
	        {"run-dir", 0, OPTION_CUSTOM, &o->keep, "DIR", NULL, read_run_dir,
	         "where the run is kept, so that `scree resume DIR` can go on with\n"
	         "it (default: a fresh one in " RUNS_DIR "); none: nowhere"},
	        {"interval", 0, OPTION_DURATION, &o->interval_ms, "TIME", NULL, NULL,
	         "print lines on how far it is every so often"},
	};
	t->n = 0;
	option_table_add(t, search, ARRAY_SIZE(search));
	option_table_add(t, deepen, ARRAY_SIZE(deepen));
	exec_options_add(t, &o->exec,
	                 OPTIONS_PP | OPTIONS_MANY | OPTIONS_RECORDED | OPTIONS_PROGRAM);
	option_table_add(t, result, ARRAY_SIZE(result));
	exec_options_add(t, &o->exec, OPTIONS_STORY | OPTIONS_RESULT);
}

/* Nobody parses with this table. */
void check_option_list(struct option_table *t)
{
	static struct check_options nowhere;
	make_table(&nowhere, t);
}

static uint64_t processors(void)
{
	cpu_set_t set;
	if (sched_getaffinity(0, sizeof(set), &set) != 0)
		return 1;
	return (uint64_t)CPU_COUNT(&set);
}

static void set_defaults(struct check_options *o)
{
	*o = (struct check_options){
	        .reduction = REDUCTION_OPTIMAL,
	        .bound = EXPLORE_NO_BOUND,
	        .max_executions = UINT64_MAX,
	        .findings = FINDINGS_DIR,
	        .minimize_ms = MINIMIZE_MS,
	        .races = RACES_MODES,
	        .deepen = {.jobs = processors(), .eta_threshold = ETA_THRESHOLD},
	};
	exec_options_init(&o->exec);
}

/* ---- all together ---- */

static struct result check_sampler(const struct check_options *o)
{
	if (!strategy_samples(o->strategy.kind))
		return result_ok();
	if (o->bound != EXPLORE_NO_BOUND || o->reduction_given)
		return result_error("--bound and --reduction are for dfs and icb; schedules "
		                    "drawn by lot know neither");
	if (!o->time_ms && o->max_executions == UINT64_MAX)
		return result_error("--strategy: drawing by lot never ends by itself; give "
		                    "--max-executions or --time");
	return result_ok();
}

/*
 * Where accesses are left out, a step may do other things than its plan says, or be blocked.
 * dpor plans one thread at a time, which it has seen able to run there, so it only loses
 * orders of these accesses; a wakeup tree would lead nowhere.
 */
static struct result check_hidden(struct check_options *o)
{
	if (!code_words_hide(&o->exec.code) || o->reduction != REDUCTION_OPTIMAL)
		return result_ok();
	if (o->reduction_given)
		return result_error("--reduction=optimal must see every access; with "
		                    "--ignore-function or --trust-function use dpor or none");
	o->reduction = REDUCTION_DPOR;
	return result_ok();
}

static struct result check_values(const struct check_options *o)
{
	if (o->max_executions == 0)
		return result_error("--max-executions: 0 executions show nothing; give 1 or more");
	if (o->bound > EXPLORE_NO_BOUND)
		return result_error("--bound: give less than %u", EXPLORE_NO_BOUND);
	if (o->max_depth > UINT32_MAX)
		return result_error("--max-depth: give at most %u", UINT32_MAX);
	if (o->deepen.jobs < 1 || o->deepen.jobs > DEEPENING_SLOTS)
		return result_error("--jobs: give 1 to %d", DEEPENING_SLOTS);
	if (o->deepen.on && o->deepen.mode != MODE_SINGLE && o->exec.pp_given)
		return result_error("--pp is for --mode=single; the other modes choose "
		                    "preemption points themselves");
	if (o->keep.dir && !o->deepen.on)
		return result_error("--run-dir: one search that is told how to go on is not kept; "
		                    "give --mode, without --bound, --reduction, --strategy, "
		                    "--max-executions and --max-depth");
	if (o->deepen.memory_mb && !o->deepen.on)
		return result_error("--memory: only a check with --mode watches over it");
	if (o->deepen.memory_mb > UINT32_MAX)
		return result_error("--memory: give at most %u", UINT32_MAX);
	if (o->deepen.pin_maximal && o->deepen.jobs < 2)
		return result_error("--pin-maximal needs a worker for the rest: --jobs=2");
	GUARD(exec_options_check(&o->exec));
	return check_sampler(o);
}

/* Whoever says how the search is to go on means one search. */
static bool asks_for_one_set(const struct check_options *o)
{
	return o->exec.pp_given || o->bound != EXPLORE_NO_BOUND || o->reduction_given ||
	       o->strategy.kind != STRATEGY_DEPTH_FIRST || o->max_executions != UINT64_MAX ||
	       o->max_depth;
}

static void choose_mode(struct check_options *o)
{
	o->deepen.on = o->deepen.mode_given || !asks_for_one_set(o);
	if (o->races == RACES_MODES)
		o->races = o->deepen.on && o->deepen.mode != MODE_EVERYWHERE &&
		                           o->deepen.mode != MODE_SINGLE
		                   ? RACES_LIMITED
		                   : RACES_NONE;
	if (o->deepen.on && o->deepen.mode == MODE_SINGLE && !o->exec.pp_given)
		o->exec.pp_set = PP_SET_ALL;
}

/*
 * Most own accesses of a thread to its stack are nobody else's business; a search that sees
 * everything else notices when one is (engine/hidden.h). One that draws lots, or runs all there
 * is, would not: it has them shown.
 */
static void hide_stacks(struct check_options *o)
{
	if ((o->exec.pp_set & PP_SET_EVERYWHERE) == PP_SET_EVERYWHERE &&
	    !strategy_samples(o->strategy.kind) && o->reduction != REDUCTION_NONE &&
	    !code_words_any(&o->exec.code))
		o->exec.pp_set |= PP_HIDE_STACKS;
}

struct result check_options_parse(struct check_options *o, int argc, char **argv)
{
	struct option_table table;
	struct command_line rest;
	set_defaults(o);
	o->argc = argc;
	o->argv = argv;
	make_table(o, &table);
	GUARD(exec_options_parse(&o->exec, &table, "check", argc, argv, &rest));
	if (rest.help)
		return result_ok();
	exec_options_words(&o->exec, &rest);
	choose_mode(o);
	GUARD(check_hidden(o));
	hide_stacks(o);
	if (!o->strategy.given && o->bound != EXPLORE_NO_BOUND)
		o->strategy.kind = STRATEGY_ICB;
	return check_values(o);
}

void check_options_help(struct buf *out)
{
	struct check_options o;
	struct option_table table;
	set_defaults(&o);
	make_table(&o, &table);
	options_help(out, table.at, table.n);
}
