# SPDX-License-Identifier: MIT
"""Budgets, kills and failures, with a tool that only pretends."""
import os
import signal
import tempfile
import unittest

from evaluation import manifest, modes, result, runner

FAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake_scree.sh")


def task(name, twin="fixed"):
	return runner.Task(manifest.parse(f"family/{name}.c", "// bug: abort\n"), twin, modes.parse("deepen")[0])


class Runs(unittest.TestCase):
	def setUp(self):
		folder = tempfile.TemporaryDirectory()
		self.addCleanup(folder.cleanup)
		self.folder = folder.name

	def run_tasks(self, *tasks, **settings):
		done = []
		runner.Runner(runner.Settings(FAKE, **settings), self.folder).run(tasks, done.append)
		return done

	def test_result_with_times(self):
		run, = self.run_tasks(task("quick"))
		self.assertEqual((run.program, run.twin, run.mode, run.outcome), ("family/quick", "fixed", "deepen", result.VERIFIED))
		self.assertGreater(run.wall_s, 0)

	def test_cpu_budget(self):
		run, = self.run_tasks(task("busy"), cpu_budget_s=0.05)
		self.assertEqual((run.outcome, run.detail), (result.UNDECIDED, "not verified: the CPU time was over"))
		self.assertGreaterEqual(run.cpu_s, 0.04)  # the kernel counts in ticks

	def test_a_tool_that_does_not_end_is_killed(self):
		# It has used CPU time, so that it is deaf already when it is told to end.
		deaf, quick = self.run_tasks(task("deaf"), task("quick"), cpu_budget_s=0.1, grace_s=0.05)
		self.assertEqual(deaf.outcome, result.KILLED)
		self.assertEqual(quick.program, "family/quick")

	def test_no_summary(self):
		run, = self.run_tasks(task("silent"))
		self.assertEqual((run.outcome, run.detail), (result.FAILED, "scree: cannot do that"))

	def test_several_at_a_time(self):
		runs = self.run_tasks(*(task("quick", twin) for twin in manifest.TWINS), task("silent"), jobs=3)
		self.assertEqual(sorted(run.key for run in runs), [("family/quick", "buggy", "deepen"),
			("family/quick", "fixed", "deepen"), ("family/silent", "fixed", "deepen")])

	def test_nothing_left_behind(self):
		self.run_tasks(task("quick"))
		self.assertEqual(os.listdir(os.path.join(self.folder, "family", "quick")), ["fixed"])

	def test_disk_full(self):
		os.makedirs(os.path.join(self.folder, "family"))
		open(os.path.join(self.folder, "family", "quick"), "w", encoding="utf-8").close()  # where a folder should be
		with self.assertRaises(runner.RunnerError):
			self.run_tasks(task("quick"))


class Watch(unittest.TestCase):
	"""When it is told to end, and when it is killed; the times are made up."""

	def setUp(self):
		self.sent = []
		self.watch = runner.Watch(runner.Settings(FAKE, budget_s=1000, late_s=100, grace_s=100), 0)
		self.watch.send = self.sent.append

	def test_within_its_budget(self):
		self.watch.look(False)
		self.watch.start -= 1050
		self.watch.look(False)
		self.assertEqual(self.sent, [])

	def test_late(self):
		self.watch.start -= 1101
		self.watch.look(False)
		self.watch.look(False)
		self.assertEqual((self.sent, self.watch.killed, self.watch.over), ([signal.SIGINT], False, False))
		self.watch.stopped_at -= 101
		self.watch.look(False)
		self.watch.look(False)
		self.assertEqual((self.sent, self.watch.killed), ([signal.SIGINT, signal.SIGKILL], True))

	def test_stopped(self):
		self.watch.look(True)
		self.assertEqual(self.sent, [signal.SIGINT])


class Tool(unittest.TestCase):
	def test_version(self):
		self.assertEqual(runner.version(FAKE), "scree fake")
		for tool in ("/nonexistent", "/bin/false", "/"):
			with self.subTest(tool=tool), self.assertRaises(runner.RunnerError):
				runner.version(tool)

	def test_compiler(self):
		with tempfile.TemporaryDirectory() as folder:
			target = os.path.join(folder, "x")
			self.assertIsNone(runner.compile_twin(FAKE, task("quick").program, "fixed", target))
			self.assertTrue(os.path.exists(target))
			self.assertEqual(runner.compile_twin("/bin/false", task("quick").program, "fixed", target), "status 1")

	def test_processor_time_of_a_process_that_is_gone(self):
		self.assertEqual(runner.tree_cpu(2 ** 22 + 1), 0.0)
		self.assertGreater(runner.tree_cpu(os.getpid()), 0.0)


if __name__ == "__main__":
	unittest.main()
