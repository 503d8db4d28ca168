# SPDX-License-Identifier: MIT
"""One run of one twin in one mode, and whether it keeps the promise of the program's header."""
import json
import os
from dataclasses import asdict, dataclass, field

from .manifest import FIXED

# What a run came to.
FOUND = "found"  # the bug of the header: its kind, at its place
OTHER = "other-finding"  # a finding that the header does not promise
VERIFIED = "verified"
UNDECIDED = "undecided"  # the budget ended, or something weakens the verdict
FAILED = "failed"  # the tool ended with an error
KILLED = "killed"  # it did not end by itself, long after its budget


@dataclass
class Run:
	program: str  # FAMILY/NAME
	twin: str
	mode: str
	outcome: str
	detail: str = ""  # kind and place of a finding, why a run is undecided, or what failed
	cpu_s: float = 0.0  # of scree and its workers
	wall_s: float = 0.0
	executions: int = 0
	events: int = 0
	peak_kb: int = 0
	preemptions: int = None  # of the finding
	race_points: bool = False  # it was found by a set with racing accesses,
	hidden_race: bool = False  # and one of them does not race in the first execution
	complete: bool = False
	jobs: dict = field(default_factory=dict)  # state -> how many
	races: dict = field(default_factory=dict)  # total, benign, untested, buggy, recycled
	progress: list = field(default_factory=list)  # (executions so far, predicted in all)

	@property
	def family(self):
		return self.program.split("/")[0]

	@property
	def key(self):
		return (self.program, self.twin, self.mode)

	def to_line(self):
		return json.dumps(asdict(self), sort_keys=True)

	@staticmethod
	def from_line(line):
		return Run(**json.loads(line))


def wrong(run):
	"""Why a run contradicts the header of its program; None if it does not."""
	if run.outcome in (OTHER, FAILED, KILLED):
		return f"{run.outcome}: {run.detail}"
	if run.outcome == VERIFIED and run.twin != FIXED:
		return "verified, although this twin has a bug"
	return None


def events(text):
	"""Objects of --json=lines; a line that was cut short, as by a kill, is left out."""
	found = []
	for line in text.splitlines():
		try:
			value = json.loads(line)
		except ValueError:
			continue
		if isinstance(value, dict):
			found.append(value)
	return found


def _finding(program, twin, summary):
	"""Outcome, kind and place of the first finding, and how many preemptions it takes."""
	first = next((f for f in summary["findings"] if f["severity"] == "error"), None)
	if first is None:
		return OTHER, "no finding in the summary", None
	place = f"{os.path.basename(first['file'])}:{first['line']}" if first.get("file") else "an unknown place"
	expected = twin != FIXED and first["kind"] in program.kinds and (not program.places or place in program.places)
	return FOUND if expected else OTHER, f"{first['kind']} at {place}", first.get("preemptions")


def _needs_race(lines, summary):
	"""Was the finding shown by a set with racing accesses; was one of them unseen in the first execution?"""
	job = next((event["job"] for event in lines if event.get("event") == "finding"), None)
	points = [j["pps"]["points"] for j in summary.get("jobs", []) if j["id"] == job]
	if not points or not points[0]:
		return False, False
	races = (summary.get("races") or {}).get("list", [])
	return True, any(race["fate"] == "buggy" and race["nondeterministic"] for race in races)


def _races(summary):
	races = summary.get("races") or {}
	names = ("total", "benign", "untested", "buggy", "recycled")
	return {name: races[name] for name in names if name in races}


def _jobs(summary):
	states = {}
	for job in summary.get("jobs", []):
		states[job["state"]] = states.get(job["state"], 0) + 1
	return states


def _progress(lines):
	return [
		(event["executions"], event["estimate"]["executions"])
		for event in lines
		if event.get("event") == "progress" and event.get("estimate") and event["estimate"].get("executions")
	]


def judge(program, twin, mode, text):
	"""The run whose output was text, without its times; None if there is no summary in it."""
	lines = events(text)
	summary = lines[-1] if lines and "verdict" in lines[-1] else None
	if summary is None:
		return None
	run = Run(program.title, twin, mode.name, UNDECIDED)
	verdict = summary["verdict"]
	if verdict == "finding":
		run.outcome, run.detail, run.preemptions = _finding(program, twin, summary)
		run.race_points, run.hidden_race = _needs_race(lines, summary)
	elif verdict == "verified":
		run.outcome = VERIFIED
	elif verdict == "error":
		error = summary.get("error")
		run.outcome, run.detail = FAILED, error["message"] if isinstance(error, dict) else str(error)
	else:
		run.detail = (summary.get("verdict_text") or "").split("\n")[0]
	# Where nothing could be run, these are not there.
	run.executions, run.events = summary.get("executions", 0), summary.get("events", 0)
	run.peak_kb, run.complete = summary.get("peak_rss_kb", 0), summary.get("complete", False)
	run.jobs, run.races, run.progress = _jobs(summary), _races(summary), _progress(lines)
	return run
