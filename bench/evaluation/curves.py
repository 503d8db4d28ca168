# SPDX-License-Identifier: MIT
"""How many programs a mode has decided by which time: QUICKSAND's figures 7 and 8."""
from bisect import bisect_right

from . import result
from .manifest import BUGGY, FIXED

# name -> (outcome that counts, twin, words)
GOALS = {
	"bugs": (result.FOUND, BUGGY, "bugs found"),
	"verified": (result.VERIFIED, FIXED, "tests verified"),
}
CLOCKS = {"cpu": ("cpu_s", "CPU time"), "wall": ("wall_s", "wall-clock time")}
_BUDGETS = (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 120, 300, 600, 1800, 3600)


def times(runs, mode, goal, clock):
	"""Sorted times of the runs of a mode that reached a goal."""
	outcome, twin, _ = GOALS[goal]
	member = CLOCKS[clock][0]
	return sorted(getattr(run, member) for run in runs
		if run.mode == mode and run.twin == twin and run.outcome == outcome)


def reached(sorted_times, limit):
	"""How many of the times lie within a limit."""
	return bisect_right(sorted_times, limit)


def budgets(most):
	"""Round limits to compare at, up to the budget of the runs, which is the last."""
	return [limit for limit in _BUDGETS if limit < most] + [most]
