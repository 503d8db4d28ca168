# SPDX-License-Identifier: MIT
"""The command line of bench/eval."""
import argparse
import fnmatch
import json
import os
import platform
import re
import resource
import signal
import sys
import tempfile

from . import manifest, modes, output, result, runner, tables

_UNITS = {"ms": 0.001, "s": 1, "": 1, "m": 60, "h": 3600}
USAGE_STATUS, WRONG_STATUS, STOPPED_STATUS = 2, 1, 3


class UsageError(Exception):
	"""What the user has to change."""


def duration(text):
	"""Seconds from 500ms, 60s, 2m, 1h."""
	match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(ms|s|m|h|)", text)
	if not match or float(match[1]) == 0:
		raise argparse.ArgumentTypeError(f"'{text}' is not a time such as 500ms, 60s or 2m")
	return float(match[1]) * _UNITS[match[2]]


def positive(text):
	if not re.fullmatch(r"[1-9][0-9]{0,4}", text):
		raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 on")
	return int(text)


def parser():
	"""The options."""
	options = argparse.ArgumentParser(prog="bench/eval", allow_abbrev=False, description="Runs the programs of a "
		"corpus in several modes of scree check, each within a budget, and writes what came of it: report.html, "
		"report.md, runs.csv. docs/evaluation.md explains the figures.", epilog="Exit status: 0 the report is written; 1 it "
		"is, and something contradicts the corpus; 2 wrong usage, or nothing could be run; 3 stopped by Ctrl-C: the "
		"report has what was run.")
	add = options.add_argument
	add("corpus", metavar="CORPUS_DIR", nargs="+", help="folders with programs FAMILY/NAME.c (or .cpp)")
	add("--scree", default="build/scree", metavar="FILE", help="the tool (default %(default)s)")
	add("--modes", default=modes.DEFAULT, metavar="LIST", help="modes, the first one is compared with the others (default "
		f"%(default)s; also {', '.join(m.name for m in modes.KNOWN if m.name not in modes.DEFAULT.split(','))}, and "
		"NAME=OPTIONS)")
	add("--budget", type=duration, default=60.0, metavar="TIME", help="of a run, wall-clock time (default 60s)")
	add("--cpu-budget", type=duration, metavar="TIME", help="of a run, CPU time of scree and its workers")
	add("--jobs", type=positive, default=os.cpu_count() or 1, metavar="N", help="so many runs at a time (default: the "
		"processors)")
	add("--workers", type=positive, default=1, metavar="N", help="workers of one run (default 1)")
	add("--only", action="append", default=[], metavar="PATTERN", help="only programs whose FAMILY/NAME fits; may be repeated")
	add("--no-slow", action="store_true", help="without programs that are marked as slow")
	add("--output", default="scree-eval", metavar="DIR", help="where the report goes (default %(default)s)")
	add("--resume", action="store_true", help="keep the runs that the folder has already, run the others")
	add("--doc", metavar="FILE", help="also fill the sections <!-- eval:NAME --> of this document")
	add("-q", "--quiet", action="store_true", help="no line for each run")
	return options


def processor():
	try:
		with open("/proc/cpuinfo", encoding="utf-8") as file:
			return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
	except (OSError, StopIteration):
		return platform.machine()


def settings_list(options, chosen, programs, version):
	"""What the figures rest on, as pairs for people."""
	pairs = [
		("scree", version),
		("machine", f"{processor()}, {os.cpu_count()} processors, Linux {'.'.join(platform.release().split('.')[:2])}"),
		("load of the last 15 minutes", f"{os.getloadavg()[2]:.0f} processes"),
		("budget of a run", tables.seconds(options.budget)
			+ (f", {tables.seconds(options.cpu_budget)} of CPU time" if options.cpu_budget else "")),
		("runs at a time, workers of a run", f"{options.jobs}, {options.workers}"),
		("programs", f"{len(programs)}, each with a bug and without"),
	]
	for mode in chosen:
		like = f" ({mode.like})" if mode.like else ""
		pairs.append((f"mode {mode.name}{like}", "`scree check " + " ".join(mode.options) + "`" if mode.options else
			"`scree check`"))
	return pairs


class Log:
	"""runs.jsonl: the settings, then a line for each run as it ends, so that nothing is lost."""

	def __init__(self, folder, header, resume):
		self.path = os.path.join(folder, "runs.jsonl")
		self.runs = self._read(header) if resume and os.path.exists(self.path) else []
		self.file = open(self.path, "a" if self.runs else "w", encoding="utf-8")  # pylint: disable=consider-using-with
		if not self.runs:
			self.file.write(json.dumps(header, sort_keys=True) + "\n")

	def _read(self, header):
		with open(self.path, encoding="utf-8") as file:
			lines = file.read().splitlines()
		if not lines or json.loads(lines[0]) != header:
			raise UsageError(f"{self.path} is of other settings: another --output, or without --resume")
		return [result.Run.from_line(line) for line in lines[1:]]

	def add(self, run):
		self.runs.append(run)
		self.file.write(run.to_line() + "\n")
		self.file.flush()


def header_of(options, chosen, version):
	"""What has to be the same for runs to be compared."""
	return {"scree": version, "budget_s": options.budget, "cpu_budget_s": options.cpu_budget, "workers": options.workers,
		"modes": {mode.name: " ".join(mode.options) for mode in chosen}}


def choose(options):
	"""Programs that are to be run; complaints are printed, and counted."""
	try:
		programs, complaints = manifest.read(options.corpus)
	except OSError as error:
		raise UsageError(f"{error.filename}: {error.strerror}") from error
	for complaint in complaints:
		print(f"bench/eval: {complaint}", file=sys.stderr)
	programs = [program for program in programs if not (options.no_slow and program.slow)
		and (not options.only or any(fnmatch.fnmatch(program.title, only) for only in options.only))]
	if not programs:
		raise UsageError(f"no programs to run in {' '.join(options.corpus)}")
	return programs, len(complaints)


def run_all(options, programs, chosen, log, settings):
	"""Runs what the log does not have yet; True if it was stopped."""
	have = {run.key for run in log.runs}
	tasks = [runner.Task(program, twin, mode) for program in programs for twin in manifest.TWINS for mode in chosen
		if (program.title, twin, mode.name) not in have]

	def done(run):
		log.add(run)
		if not options.quiet:
			detail = f" ({run.detail})" if run.detail else ""
			print(f"{len(log.runs) - len(have)}/{len(tasks)} {run.program} {run.twin} {run.mode}: {run.outcome}{detail}, "
				f"{tables.seconds(run.cpu_s)}", file=sys.stderr, flush=True)

	with tempfile.TemporaryDirectory(prefix="scree-eval-") as work:
		runs = runner.Runner(settings, work)
		runs.run(tasks, done)
	return runs.stopping.is_set()


def evaluate(options):
	"""All of it; returns the exit status."""
	try:
		chosen = modes.parse(options.modes)
	except modes.ModeError as error:
		raise UsageError(str(error)) from error
	scree = os.path.abspath(options.scree)
	version = runner.version(scree)
	programs, complaints = choose(options)
	try:
		os.makedirs(options.output, exist_ok=True)
		log = Log(options.output, header_of(options, chosen, version), options.resume)
	except OSError as error:
		raise UsageError(f"{error.filename}: {error.strerror}") from error
	# Programs that fail are what this is about: no core files.
	resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
	stopped = run_all(options, programs, chosen, log, runner.Settings(scree, options.budget, options.cpu_budget,
		options.workers, options.jobs))
	titles = {program.title for program in programs}
	evaluation = tables.Evaluation(programs, chosen, [run for run in log.runs if run.program in titles],
		options.cpu_budget or options.budget * options.workers)
	pairs = settings_list(options, chosen, programs, version)
	output.write_report(options.output, evaluation, pairs)
	if options.doc and not stopped:
		output.write_document(options.doc, evaluation, pairs)
	if not options.quiet:
		print(output.markdown_table(evaluation.summary()))
	wrong = len(evaluation.wrongs().rows)
	if stopped:
		print(f"bench/eval: stopped; {options.output} has what was run", file=sys.stderr)
		return STOPPED_STATUS
	if wrong or complaints:
		print(f"bench/eval: {wrong} runs contradict the corpus, {complaints} programs cannot be used", file=sys.stderr)
	return WRONG_STATUS if wrong or complaints else 0


def main(arguments):
	signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends what runs, and writes the report, like Ctrl-C
	try:
		return evaluate(parser().parse_args(arguments))
	except (UsageError, runner.RunnerError, output.DocumentError) as error:
		print(f"bench/eval: {error}", file=sys.stderr)
	except OSError as error:
		print(f"bench/eval: {error.filename or ''}: {error.strerror}", file=sys.stderr)
	except KeyboardInterrupt:
		return STOPPED_STATUS
	return USAGE_STATUS
