# SPDX-License-Identifier: MIT
"""Compiles programs and runs `scree check` on them, several at a time, each within its budget.

scree ends by itself when its time is over. The runner stops it with SIGINT when it has used up its
CPU time, and, where it does not end, kills it: no run lasts longer than its budget and some seconds.
"""
import os
import queue
import signal
import subprocess
import threading
import time
from dataclasses import dataclass

from . import result
from .manifest import FIXED

_POLL_S = 0.02
_TICKS = os.sysconf("SC_CLK_TCK")


class RunnerError(Exception):
	"""Nothing can be run; the text says why."""


@dataclass(frozen=True)
class Settings:
	scree: str
	budget_s: float = 60.0
	cpu_budget_s: float = None
	workers: int = 1  # of one scree check
	jobs: int = 1  # programs at a time
	late_s: float = 5.0  # after the budget, until a scree that goes on is told to end
	grace_s: float = 5.0  # until one that was told is killed


@dataclass(frozen=True)
class Task:
	program: object
	twin: str
	mode: object


def version(scree):
	"""What `scree version` prints; RunnerError where there is no such tool."""
	try:
		done = subprocess.run([scree, "version"], capture_output=True, text=True, timeout=30, check=False)
	except (OSError, subprocess.TimeoutExpired) as error:
		raise RunnerError(f"cannot run {scree}: {getattr(error, 'strerror', None) or error}") from error
	if done.returncode:
		raise RunnerError(f"{scree} version ended with status {done.returncode}: is it scree?")
	return done.stdout.split("\n")[0]


def compile_twin(scree, program, twin, target):
	"""None, or what the compiler says where it fails."""
	driver = "c++" if program.path.endswith(".cpp") else "cc"
	command = [scree, driver, "-g", "-O1", "-pthread", *program.flags, program.path, "-o", target]
	if twin == FIXED:
		command.insert(2, "-DFIXED")
	try:
		done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
	except (OSError, subprocess.TimeoutExpired) as error:
		return str(error)
	lines = [line for line in done.stderr.splitlines() if line.strip()]
	return None if done.returncode == 0 else (lines[0] if lines else f"status {done.returncode}")


def _stat(pid):
	"""CPU seconds of a process and of its children that have ended."""
	with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
		fields = file.read().rpartition(")")[2].split()
	return sum(int(ticks) for ticks in fields[11:15]) / _TICKS


def tree_cpu(pid):
	"""CPU seconds of a process and all below it; what has just ended counts as nothing."""
	total = 0.0
	try:
		total += _stat(pid)
		for thread in os.listdir(f"/proc/{pid}/task"):
			with open(f"/proc/{pid}/task/{thread}/children", encoding="utf-8") as file:
				total += sum(tree_cpu(int(child)) for child in file.read().split())
	except OSError:
		pass
	return total


class Watch:
	"""Ends one scree check in time; says afterwards whether it had to be killed."""

	def __init__(self, settings, pid):
		self.settings, self.pid = settings, pid
		self.start = time.monotonic()
		self.stopped_at = None
		self.over = False  # its CPU time was used up
		self.killed = False

	def look(self, stopping):
		now = time.monotonic()
		late = now > self.start + self.settings.budget_s + self.settings.late_s
		over = self.settings.cpu_budget_s and tree_cpu(self.pid) >= self.settings.cpu_budget_s
		if self.stopped_at is None and (late or over or stopping):
			self.stopped_at, self.over = now, bool(over)
			self.send(signal.SIGINT)
		elif self.stopped_at is not None and not self.killed and now > self.stopped_at + self.settings.grace_s:
			self.killed = True
			self.send(signal.SIGKILL)

	def send(self, number):
		try:
			os.killpg(self.pid, number)
		except ProcessLookupError:
			pass


def _wait(watch, stopping):
	"""Waits for the end of the process; its exit status and resource usage."""
	while True:
		pid, status, usage = os.wait4(watch.pid, os.WNOHANG)
		if pid:
			return os.waitstatus_to_exitcode(status), usage
		watch.look(stopping.is_set())
		time.sleep(_POLL_S)


def command_of(settings, task, binary):
	"""The command line of a run."""
	return [
		settings.scree, "check", "--json=lines", "--interval=100ms", "--findings=none", "--run-dir=none",
		"--minimize=0",  # the time to find a bug is measured, and the preemptions it was found with
		"-j", str(settings.workers), "-t", f"{max(1, round(settings.budget_s * 1000))}ms",
		*task.mode.options, *task.program.options, binary,
	]


def run_task(settings, task, binary, stopping):
	"""One run. Its output goes through a file: a pipe that nobody reads would stop scree."""
	out = binary + f".{task.mode.name}.out"
	with open(out, "w", encoding="utf-8") as stdout, open(out + ".err", "w", encoding="utf-8") as stderr:
		start = time.monotonic()
		process = subprocess.Popen(command_of(settings, task, binary), stdin=subprocess.DEVNULL, stdout=stdout,
			stderr=stderr, cwd=os.path.dirname(binary), start_new_session=True)
		watch = Watch(settings, process.pid)
		status, usage = _wait(watch, stopping)
		process.returncode = status  # it is waited for; Popen does not have to
		wall = time.monotonic() - start
	with open(out, encoding="utf-8", errors="replace") as file:
		run = result.judge(task.program, task.twin, task.mode, file.read())
	if run is None:
		run = result.Run(task.program.title, task.twin, task.mode.name, result.FAILED)
		with open(out + ".err", encoding="utf-8", errors="replace") as file:
			run.detail = (file.read().strip().splitlines() or [f"status {status}, nothing said"])[-1]
	if watch.over and run.outcome == result.UNDECIDED:
		run.detail = "not verified: the CPU time was over"
	if watch.killed:
		run.outcome, run.detail = result.KILLED, "did not end when it was told to"
	run.cpu_s = round(usage.ru_utime + usage.ru_stime, 3)
	run.wall_s = round(wall, 3)
	for path in (out, out + ".err"):
		os.unlink(path)
	return run


class Runner:
	"""Runs tasks; each result goes to a function as soon as it is there."""

	def __init__(self, settings, work):
		self.settings, self.work = settings, work
		self.stopping = threading.Event()
		self._binaries = {}
		self._failure = None
		self._busy = 0  # threads that have not ended
		self._lock = threading.Lock()

	def stop(self):
		"""From any thread: what runs is ended and not reported, nothing else is begun."""
		self.stopping.set()

	def _binary(self, task):
		"""Path of the compiled twin, or the complaint of the compiler; once for all modes."""
		key = (task.program.title, task.twin)
		with self._lock:
			once = self._binaries.setdefault(key, threading.Lock())
		with once:
			target = os.path.join(self.work, task.program.family, task.program.name, task.twin)
			os.makedirs(os.path.dirname(target), exist_ok=True)
			if os.path.exists(target):
				return target, None
			return target, compile_twin(self.settings.scree, task.program, task.twin, target)

	def _one(self, task):
		binary, complaint = self._binary(task)
		if complaint:
			return result.Run(task.program.title, task.twin, task.mode.name, result.FAILED,
				f"does not compile: {complaint}")
		return run_task(self.settings, task, binary, self.stopping)

	def _next(self, tasks, done):
		"""Runs one task; False when there is none, or no more is to be run."""
		try:
			task = tasks.get_nowait()
		except queue.Empty:
			return False
		run = self._one(task)
		with self._lock:
			if not self.stopping.is_set():
				done(run)
		return not self.stopping.is_set()

	def _loop(self, tasks, done):
		try:
			while not self.stopping.is_set() and self._next(tasks, done):
				pass
		except Exception as error:  # a full disk, no more processes: nothing to do with the program
			self._failure = error
			self.stop()
		finally:
			with self._lock:
				self._busy -= 1

	def run(self, tasks, done):
		"""Runs all tasks; done(run) is called from one thread at a time. Ctrl-C ends it early."""
		waiting = queue.Queue()
		for task in tasks:
			waiting.put(task)
		self._busy = self.settings.jobs
		threads = [threading.Thread(target=self._loop, args=(waiting, done)) for _ in range(self.settings.jobs)]
		for thread in threads:
			thread.start()
		# Not by join(): one that KeyboardInterrupt ends takes the thread for dead (Python 3.11 and before).
		while self._busy:
			try:
				time.sleep(_POLL_S)
			except KeyboardInterrupt:
				self.stop()
		for thread in threads:
			thread.join()
		if self._failure:
			raise RunnerError(f"cannot go on: {self._failure}") from self._failure
