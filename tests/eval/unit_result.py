# SPDX-License-Identifier: MIT
"""From what scree prints to what it means."""
import json
import unittest

from evaluation import manifest, modes, result

PROGRAM = manifest.parse("f/p.c", "// bug: deadlock\nint a; /* BUG */\n")
DEEPEN = modes.parse("deepen")[0]


def summary(verdict, **more):
	return {"verdict": verdict, "executions": 7, "events": 70, "peak_rss_kb": 9, "complete": False, "findings": [],
		"verdict_text": "not verified: the time was over\nmore", **more}


def finding(kind="deadlock", line=2, file="x/p.c"):
	return {"kind": kind, "severity": "error", "file": file, "line": line, "preemptions": 1}


def judge(twin, *lines):
	return result.judge(PROGRAM, twin, DEEPEN, "\n".join(json.dumps(line) for line in lines))


class Outcome(unittest.TestCase):
	def test_the_promised_bug(self):
		run = judge("buggy", summary("finding", findings=[finding()]))
		self.assertEqual((run.outcome, run.detail, run.preemptions), (result.FOUND, "deadlock at p.c:2", 1))
		self.assertIsNone(result.wrong(run))

	def test_another_kind_place_or_twin(self):
		for twin, what in (("buggy", finding(kind="abort")), ("buggy", finding(line=3)), ("buggy", finding(file="q.c")),
				("buggy", finding(file="")), ("fixed", finding())):
			run = judge(twin, summary("finding", findings=[what]))
			self.assertEqual(run.outcome, result.OTHER)
			self.assertIsNotNone(result.wrong(run))

	def test_warnings_are_no_bugs(self):
		warning = {**finding(), "severity": "warning"}
		run = judge("buggy", summary("finding", findings=[warning, finding(kind="abort")]))
		self.assertEqual(run.detail, "abort at p.c:2")

	def test_verified(self):
		self.assertIsNone(result.wrong(judge("fixed", summary("verified"))))
		self.assertIn("has a bug", result.wrong(judge("buggy", summary("verified"))))

	def test_undecided_says_why(self):
		run = judge("fixed", summary("budget"))
		self.assertEqual((run.outcome, run.detail), (result.UNDECIDED, "not verified: the time was over"))
		self.assertIsNone(result.wrong(run))

	def test_error_where_nothing_was_run(self):
		run = judge("fixed", {"verdict": "error", "error": {"message": "no such file"}})
		self.assertEqual((run.outcome, run.detail, run.executions), (result.FAILED, "no such file", 0))
		self.assertIsNotNone(result.wrong(run))

	def test_no_summary(self):
		self.assertIsNone(judge("fixed", {"event": "progress"}))
		self.assertIsNone(result.judge(PROGRAM, "fixed", DEEPEN, ""))
		self.assertIsNone(result.judge(PROGRAM, "fixed", DEEPEN, '{"verdict": "veri'))

	def test_jobs_races_progress(self):
		progress = {"event": "progress", "executions": 3, "estimate": {"executions": 9.5}}
		race = {"fate": "buggy", "nondeterministic": True}
		jobs = [{"id": 0, "state": "done", "pps": {"points": []}}, {"id": 4, "state": "found-bug", "pps": {"points": [1]}}]
		run = judge("buggy", progress, {"event": "finding", "job": 4}, summary("finding", findings=[finding()], jobs=jobs,
			races={"total": 3, "benign": 1, "untested": 1, "buggy": 1, "recycled": 0, "list": [race]}))
		self.assertEqual(run.progress, [(3, 9.5)])
		self.assertEqual(run.jobs, {"done": 1, "found-bug": 1})
		self.assertEqual(run.races["untested"], 1)
		self.assertTrue(run.race_points and run.hidden_race)

	def test_lines_come_back(self):
		run = judge("buggy", summary("finding", findings=[finding()]))
		self.assertEqual(result.Run.from_line(run.to_line()), run)


if __name__ == "__main__":
	unittest.main()
