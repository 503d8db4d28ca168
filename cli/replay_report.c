/* SPDX-License-Identifier: MIT */
#include "cli/replay_report.h"

#include "actions/tell.h"
#include "base/text.h"
#include "cli/command.h"
#include "report/render/stopped.h"
#include "report/words/divergence.h"
#include "report/words/escape.h"
#include "report/words/number.h"

/* ---- sentences ---- */

static void add_recorded(struct buf *b, const struct recorded_finding *r)
{
	buf_text(b, finding_info[r->kind].text);
	if (r->file)
		buf_printf(b, " at %s:%u", r->file, r->line);
	if (r->function)
		buf_printf(b, " %s", r->function);
}

/* What happened instead of the finding. */
static void add_instead(struct buf *b, const struct output *o)
{
	const struct wire_done *done = &o->outcome->done;
	if (o->errors) {
		const struct distinct *d = &o->findings.at[output_most_important(o)];
		buf_printf(b, "instead came %s", finding_info[d->finding->kind].text);
		if (d->place && d->place->file)
			buf_printf(b, " at %s:%u", d->place->file, d->place->line);
	} else if (done->exit_status > 0) {
		buf_printf(b, "the program came to its end with status %d", done->exit_status);
	} else {
		buf_text(b, "the program came to its end without a finding");
	}
}

static void add_sentence(struct buf *b, const struct replay_report *r, const struct output *o,
                         enum replay_verdict verdict)
{
	switch (verdict) {
	case REPLAY_REPRODUCED:
		buf_text(b, "reproduced: ");
		add_recorded(b, &r->recorded->finding);
		break;
	case REPLAY_OTHER:
		buf_text(b, "not reproduced: ");
		add_recorded(b, &r->recorded->finding);
		buf_text(b, " did not happen; ");
		add_instead(b, o);
		break;
	case REPLAY_DIVERGED:
		buf_text(b, "diverged: ");
		divergence_choice_text(b, &o->outcome->done.divergence, &r->recorded->choices);
		buf_text(b, "; ");
		add_instead(b, o);
		break;
	case REPLAY_ERROR:
		buf_text(b, "not reproduced: ");
		buf_text(b, o->error ? "the program could not be run to its end" : "interrupted");
		break;
	case REPLAY_FINDING:
		buf_text(b, "the file records no finding; one happened");
		break;
	case REPLAY_PASSED:
		buf_text(b, "the file records no finding, and none happened");
		break;
	case REPLAY_STOPPED:
		buf_text(b, "stopped before step ");
		number_add(b, r->outcome->stopped_at.step);
		return;
	}
	if (r->until) {
		buf_text(b, "; it ended before step ");
		number_add(b, r->until);
	}
}

/* ---- output ---- */

static const struct {
	const char *name; /* in JSON */
	int status;
} verdicts[] = {
        [REPLAY_REPRODUCED] = {"reproduced", EXIT_FINDING},
        [REPLAY_OTHER] = {"other", EXIT_USAGE},
        [REPLAY_DIVERGED] = {"diverged", EXIT_USAGE},
        [REPLAY_ERROR] = {"error", EXIT_USAGE},
        [REPLAY_FINDING] = {"finding", EXIT_FINDING},
        [REPLAY_PASSED] = {"passed", EXIT_VERIFIED},
        [REPLAY_STOPPED] = {"stopped", EXIT_VERIFIED},
};

static bool as_asked(enum replay_verdict v)
{
	return verdicts[v].status != EXIT_USAGE;
}

static void print_threads(const struct output *o)
{
	struct buf b = {0};
	text_stopped(&b, &o->style, &o->outcome->stopped_at);
	buf_u8(&b, '\n');
	output_print(&b, stdout);
	buf_release(&b);
}

static void print_text(const struct output *o, enum replay_verdict verdict, const char *sentence)
{
	output_trace(o);
	for (size_t i = 0; i < o->findings.n; i++)
		output_finding(o, i, false);
	if (verdict == REPLAY_STOPPED)
		print_threads(o);
	if (o->options->quiet || !as_asked(verdict))
		return;
	struct buf b = {0};
	buf_text(&b, "scree: ");
	escape_text(&b, sentence);
	buf_u8(&b, '\n');
	output_print(&b, stdout);
	buf_release(&b);
}

struct result replay_report(const struct replay_report *r, int *status)
{
	struct output o = {
	        .command = "replay",
	        .options = r->options,
	        .program = r->program,
	        .outcome = r->outcome,
	};
	output_collect(&o);
	enum replay_verdict verdict = replay_verdict(r->recorded, &o);
	if (verdict == REPLAY_REPRODUCED && !output_is_json(&o))
		tell_finding(&o, replay_finding(r->recorded, &o), r->recorded);
	struct buf sentence = {0};
	add_sentence(&sentence, r, &o, verdict);
	struct run_view view = output_view(&o);
	view.verdict = verdicts[verdict].name;
	view.verdict_text = buf_cstr(&sentence);
	if (output_is_json(&o))
		run_json(stdout, &view, o.options->trace != TRACE_NONE);
	else
		print_text(&o, verdict, view.verdict_text);
	struct result result = output_flush();
	output_error(&o);
	if (o.options->summary)
		result = result_first(result, output_write_summary(&view, o.options->summary));
	if (!as_asked(verdict))
		result = result_first(result, result_error("%s: %s", r->file, view.verdict_text));
	*status = verdicts[verdict].status;
	buf_release(&sentence);
	output_release(&o);
	return result;
}
