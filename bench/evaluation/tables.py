# SPDX-License-Identifier: MIT
"""Figures from runs, as tables: a function of programs, modes and runs, in their order."""
from dataclasses import dataclass, field
from statistics import median, quantiles

from . import curves, result
from .manifest import BUGGY, FIXED

FRACTIONS = (0.01, 0.1, 0.5)  # of a run, at which its estimates are looked at


@dataclass(frozen=True)
class Table:
	name: str  # of its section in a document
	title: str
	head: tuple
	rows: list = field(default_factory=list)
	note: str = ""


def number(value):
	return "" if value is None else f"{value:,}"


def seconds(value):
	"""A time with about three digits that mean something."""
	return f"{value:,.0f} s" if value >= 100 else f"{value:.3g} s"


def ratio(a, b):
	return f"{a / b:.2f}×" if b else ("–" if not a else "∞")


class Evaluation:
	"""Runs of a corpus in some modes, and the tables that they give."""

	def __init__(self, programs, modes, runs, budget_s):
		self.programs, self.modes, self.budget_s = programs, modes, budget_s
		self.runs = sorted(runs, key=lambda run: run.key)
		self.families = sorted({program.family for program in programs})
		self._by_key = {run.key: run for run in runs}

	def of(self, mode, twin, family=None, outcomes=None):
		"""Runs of a mode and a twin; of one family, with some outcomes, where that is asked for."""
		return [run for run in self.runs if run.mode == mode and run.twin == twin
			and family in (None, run.family) and (outcomes is None or run.outcome in outcomes)]

	def found(self, mode, family=None):
		return self.of(mode, BUGGY, family, (result.FOUND,))

	def verified(self, mode, family=None):
		return self.of(mode, FIXED, family, (result.VERIFIED,))

	def names(self):
		return tuple(mode.name for mode in self.modes)

	def main_mode(self):
		"""The mode that the others are compared with: the first."""
		return self.modes[0].name

	# One row a mode.

	def summary(self):
		rows = []
		for mode in self.names():
			runs = [run for run in self.runs if run.mode == mode]
			twins = [len(self.of(mode, twin)) for twin in (BUGGY, FIXED)]
			rows.append((mode, f"{len(self.found(mode))} of {twins[0]}", f"{len(self.verified(mode))} of {twins[1]}",
				number(sum(run.outcome == result.UNDECIDED for run in runs)),
				number(sum(result.wrong(run) is not None for run in runs)),
				seconds(sum(run.cpu_s for run in runs)), number(sum(run.executions for run in runs))))
		return Table("summary", "Modes", ("mode", "bugs found", "tests verified", "undecided", "wrong", "CPU time",
			"executions"), rows, "A bug is found if its kind and its place are those of the program's header. Wrong: a "
			"finding that is not promised, a verified test that has a bug, an error, or no end. Undecided runs of "
			"buggy twins and of fixed ones are counted together.")

	def speed(self):
		rows = []
		for mode in self.names():
			runs = [run for run in self.runs if run.mode == mode and run.executions]
			if not runs:
				continue
			cpu = sum(run.cpu_s for run in runs)
			long = [run.executions / run.cpu_s for run in runs if run.cpu_s >= 0.5]
			rows.append((mode, number(round(sum(run.executions for run in runs) / cpu)) if cpu else "–",
				number(round(median(long))) if long else "–", len(long),
				number(round(median(run.peak_kb for run in runs))), number(max(run.peak_kb for run in runs))))
		return Table("speed", "Speed and memory", ("mode", "executions/s in all", "median of runs ≥ 0.5 s", "such runs",
			"median peak, KB", "highest peak, KB"), rows, "Executions in a second of CPU time, start-up included: "
			"in short runs there is little else. Memory is that of the largest worker.")

	# By budget.

	def _by_budget(self, goal, clock):
		times = {mode: curves.times(self.runs, mode, goal, clock) for mode in self.names()}
		rows = []
		for limit in curves.budgets(self.budget_s):
			counts = [curves.reached(times[mode], limit) for mode in self.names()]
			rows.append((seconds(limit), *counts, *(ratio(counts[0], other) for other in counts[1:])))
		heads = tuple(f"÷ {mode}" for mode in self.names()[1:])
		return ("within", *self.names(), *heads), rows

	def bugs_by_budget(self):
		head, rows = self._by_budget("bugs", "cpu")
		return Table("bugs-by-budget", "Bugs found within a budget of CPU time (QUICKSAND, figure 7a)", head, rows,
			f"Of {len(self.programs)}. The last columns divide what {self.main_mode()} has found by what another has.")

	def verified_by_budget(self):
		head, rows = self._by_budget("verified", "cpu")
		return Table("verified-by-budget", "Tests verified within a budget of CPU time (QUICKSAND, figure 8; thesis, "
			"figure 4.9)", head, rows, f"Of {len(self.programs)}. A mode that leaves preemption points out (sync-only, "
			"single) verifies only where nothing races beyond them.")

	def headline(self):
		"""The ratios that QUICKSAND is known for, where the modes that stand for its controls were run."""
		main, rows = self.main_mode(), []

		def add(words, count, control, published, family=None):
			ours, theirs = len(count(main, family)), len(count(control, family))
			rows.append((words, f"{main} ÷ {control}", ours, theirs, ratio(ours, theirs), published))

		if "single" in self.names():
			add("bugs found", self.found, "single", "1.50×")
		if "everywhere" in self.names():
			add("bugs found", self.found, "everywhere", "1.25×")
			add("tests verified", self.verified, "everywhere", "3.92×")
			for family in self.families:
				add(f"tests verified, {family}", self.verified, "everywhere", "", family)
		return Table("headline", "Ratios within the whole budget", ("what", "modes", "first", "second", "ratio", "QUICKSAND"),
			rows, "QUICKSAND's: QS-Limited-HB over SSS-MC-ICB and SSS-MC-Shared-Mem (table 1, section 6.3). With pure "
			"happens-before it verifies 4.28 times as many as the latter.")

	# By family.

	def _family_rows(self, row):
		rows = [row(family, family) for family in self.families]
		rows.append(row("**all**", None))
		return rows

	def _size(self, family):
		return sum(family in (None, program.family) for program in self.programs)

	def families_bugs(self):
		main = self.main_mode()

		def row(title, family):
			bugs = [run for run in self.found(main, family) if self._needs_races(run)]
			return (title, self._size(family), *(len(self.found(mode, family)) for mode in self.names()), len(bugs),
				sum(run.hidden_race for run in bugs))

		return Table("families-bugs", "Bugs by family (QUICKSAND, table 1)", ("family", "programs", *self.names(),
			"data-race bugs", "of them hidden"), self._family_rows(row), f"Data-race bugs: those that {main} found in a "
			"set with racing accesses, and that no mode found which switches at synchronization only. Hidden: with "
			"one of the accesses not racing in the first execution, which an analysis of one execution does not see.")

	def _needs_races(self, run):
		return run.race_points and all(self._outcome(run.program, BUGGY, mode.name) != result.FOUND
			for mode in self.modes if mode.sync_only)

	def families_verified(self):
		main, rest = self.main_mode(), self.names()[1:]
		control = "single" if "single" in rest else (rest[0] if rest else main)

		def row(title, family):
			undecided = [run for run in self.of(main, FIXED, family, (result.UNDECIDED,))
				if self._outcome(run.program, FIXED, control) == result.UNDECIDED]
			sets = [run.jobs.get("done", 0) for run in undecided]
			return (title, self._size(family), *(len(self.verified(mode, family)) for mode in self.names()),
				len(undecided), f"{sum(sets) / len(sets):.1f}" if sets else "–")

		return Table("families-verified", "Verified tests by family", ("family", "programs", *self.names(),
			"undecided in both", "sets completed"), self._family_rows(row), f"Undecided in both: by {main} and by "
			f"{control}. Sets completed: how many sets of preemption points {main} had completed there, on average.")

	def _outcome(self, program, twin, mode):
		run = self._by_key.get((program, twin, mode))
		return run.outcome if run else None

	def races(self):
		main = self.main_mode()

		def row(title, family):
			runs = self.of(main, FIXED, family)
			return (title, len(runs), *(number(sum(run.races.get(name, 0) for run in runs))
				for name in ("total", "benign", "untested", "recycled")))

		return Table("races", "Races of correct tests (QUICKSAND, table 3)", ("family", "tests", "total", "benign",
			"untested", "recycled"), self._family_rows(row), f"Pairs of accesses that {main} saw in fixed twins. Benign: "
			"a completed set switches there, and nothing fails. Recycled: seen on memory that was freed and "
			"allocated again only, and suppressed.")

	# The rest.

	def bounds(self):
		"""Of the buggy twins: how many preemptions the finding of a mode takes."""
		def place(count):
			return None if count is None else min(count, 4)

		promised = [place(program.preemptions) for program in self.programs]
		columns = [[place(run.preemptions) for run in self.found(mode)] for mode in self.names()]
		rows = [("4 or more" if bound == 4 else bound, promised.count(bound), *(c.count(bound) for c in columns))
			for bound in range(5)]
		rows.append(("unknown", promised.count(None), *(c.count(None) for c in columns)))
		rows.append(("**all**", len(promised), *(len(c) for c in columns)))
		return Table("bounds", "Preemptions that a bug takes (QUICKSAND, table 2)", ("preemptions", "header", *self.names()),
			rows, "Header: the fewest, as the program's header has it. The modes with iterative context bounding find "
			"a bug with the fewest that their preemption points allow; the others with as many as it happens.")

	def estimates(self):
		rows = []
		for mode in self.modes:
			runs = [run for run in self.runs if run.mode == mode.name and run.complete and mode.whole
				and run.outcome == result.VERIFIED]
			for fraction in FRACTIONS:
				ratios = [r for r in (estimate_at(run, fraction) for run in runs) if r is not None]
				if ratios:
					rows.append((mode.name, f"{fraction:.0%}", len(ratios), *spread(ratios),
						f"{sum(0.5 <= r <= 2 for r in ratios) / len(ratios):.0%}"))
		return Table("estimates", "Estimated executions over true ones", ("mode", "of the run", "runs", "lowest quarter",
			"median", "highest quarter", "within a factor of 2"), rows, "Complete runs that last long enough to have told "
			"an estimate by then (ten a second). With iterative context bounding an estimate is of the bound that "
			"runs, so that these modes are left out.")

	def misses(self):
		"""What the first mode did not decide, and why."""
		main, rows = self.main_mode(), []
		for run in self.runs:
			goal = result.FOUND if run.twin == BUGGY else result.VERIFIED
			if run.mode == main and run.outcome != goal:
				rows.append((run.program, run.twin, run.outcome, run.detail, seconds(run.cpu_s), number(run.executions)))
		return Table("misses", f"What {main} did not decide", ("program", "twin", "outcome", "why", "CPU time",
			"executions"), rows, "" if rows else "Nothing: every bug is found and every correct test is verified.")

	def wrongs(self):
		rows = [(run.program, run.twin, run.mode, result.wrong(run)) for run in self.runs if result.wrong(run)]
		return Table("wrong", "What contradicts the headers", ("program", "twin", "mode", "what"), rows,
			"" if rows else "Nothing.")

	def all(self):
		"""Every table, in the order of the report."""
		return [self.summary(), self.wrongs(), self.headline(), self.bugs_by_budget(), self.verified_by_budget(), self.families_bugs(),
			self.families_verified(), self.bounds(), self.races(), self.estimates(), self.speed(), self.misses()]


def estimate_at(run, fraction):
	"""Predicted over true executions at the first report past that part of a run; None without one.

	The report has to come soon: one that is late tells nothing about this moment.
	"""
	limit = min(2 * fraction, (1 + fraction) / 2)
	for done, predicted in run.progress:
		if done >= fraction * run.executions:
			return predicted / run.executions if done < limit * run.executions else None
	return None


def spread(values):
	"""Quartiles as text."""
	if len(values) == 1:
		values = values * 2
	return tuple(f"{value:.2f}" for value in quantiles(values, n=4, method="inclusive"))
