# SPDX-License-Identifier: MIT
"""Ways to run `scree check` that are compared, each with the one of the documents that it stands for."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Mode:
	name: str
	options: tuple
	like: str = ""  # its counterpart in QUICKSAND, section 6.2
	whole: bool = True  # its estimates are of all that it will run, not of a bound
	sync_only: bool = False  # it switches at synchronization, never at an access because it races


# The single searches get race analysis: without it they could not tell that a switch elsewhere changes
# nothing, and would verify nothing at all.
KNOWN = (
	Mode("deepen", (), "QS-Limited-HB"),
	Mode("deepen-pure", ("--mode=deepen", "--races=pure"), "QS-Pure-HB"),
	Mode("maximal", ("--mode=maximal",)),
	Mode("sync-only", ("--mode=sync-only",), "QS-Sync-Only", sync_only=True),
	Mode("single", ("--mode=single", "--strategy=icb", "--races=limited"), "SSS-MC-ICB", whole=False, sync_only=True),
	Mode("single-dfs", ("--mode=single", "--races=limited"), "SSS-MC-DPOR", sync_only=True),
	Mode("everywhere", ("--mode=everywhere", "--strategy=icb"), "SSS-MC-Shared-Mem", whole=False),
	Mode("everywhere-dfs", ("--mode=everywhere",)),
)
DEFAULT = "deepen,maximal,sync-only,single,everywhere,everywhere-dfs"


class ModeError(Exception):
	"""A mode that nobody knows."""


def parse(text):
	"""Modes from "deepen,single,mine=--bound=2 --pp=all", in that order, each once."""
	known = {mode.name: mode for mode in KNOWN}
	chosen = {}
	for word in text.split(","):
		name, equals, options = word.strip().partition("=")
		if equals and name:
			chosen[name] = Mode(name, tuple(options.split()))
		elif name in known:
			chosen[name] = known[name]
		else:
			raise ModeError(f"no mode '{name}'; there are {', '.join(known)}, and NAME=OPTIONS")
	return list(chosen.values())
