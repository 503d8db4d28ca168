# SPDX-License-Identifier: MIT
"""Figures from runs that are made up."""
import unittest
import xml.etree.ElementTree as xml

from evaluation import curves, manifest, modes, output, plots, tables
from evaluation.result import FOUND, KILLED, UNDECIDED, VERIFIED, Run

PROGRAMS = [manifest.parse(f"{title}.c", f"// bug: abort\n// preemptions: {n}\n")
	for title, n in (("f/a", 1), ("f/b", 5), ("g/c", 1))]
MODES = modes.parse("deepen,single,everywhere-dfs")


def runs():
	return [
		Run("f/a", "buggy", "deepen", FOUND, "abort at a.c:1", 0.1, 0.2, 10, preemptions=1, race_points=True),
		Run("f/b", "buggy", "deepen", FOUND, "abort at b.c:1", 2.0, 2.5, 10, preemptions=5, race_points=True,
			hidden_race=True),
		Run("g/c", "buggy", "deepen", UNDECIDED, "time", 10, 10, 100),
		Run("f/a", "fixed", "deepen", VERIFIED, "", 1.0, 1.0, 1000, complete=True, races={"total": 4, "benign": 3,
			"untested": 1}, progress=[(12, 900), (150, 1500), (550, 1000)]),
		Run("f/b", "fixed", "deepen", UNDECIDED, "time", 10, 10, 100, jobs={"done": 4}, races={"total": 2, "recycled": 2}),
		Run("f/a", "buggy", "single", FOUND, "", 0.05, 0.1, 3, preemptions=0),
		Run("f/b", "fixed", "single", UNDECIDED, "time", 10, 10, 100),
		Run("g/c", "fixed", "single", KILLED, "did not end", 0, 20),
	]


def evaluation():
	return tables.Evaluation(PROGRAMS, MODES, runs(), 10.0)


def row(table, first):
	return next(r for r in table.rows if r[0] == first)


class Curves(unittest.TestCase):
	def test_times_are_of_one_goal(self):
		self.assertEqual(curves.times(runs(), "deepen", "bugs", "cpu"), [0.1, 2.0])
		self.assertEqual(curves.times(runs(), "deepen", "bugs", "wall"), [0.2, 2.5])
		self.assertEqual(curves.times(runs(), "deepen", "verified", "cpu"), [1.0])
		self.assertEqual(curves.times(runs(), "maximal", "bugs", "cpu"), [])

	def test_reached(self):
		self.assertEqual([curves.reached([0.1, 2.0], t) for t in (0.05, 0.1, 1.9, 2.0)], [0, 1, 1, 2])

	def test_budgets_end_with_that_of_the_runs(self):
		self.assertEqual(curves.budgets(1), [0.02, 0.05, 0.1, 0.2, 0.5, 1])
		self.assertEqual(curves.budgets(0.01), [0.01])


class Tables(unittest.TestCase):
	def test_summary(self):
		table = evaluation().summary()
		self.assertEqual(row(table, "deepen")[1:5], ("2 of 3", "1 of 2", "2", "0"))
		self.assertEqual(row(table, "single")[1:5], ("1 of 1", "0 of 2", "1", "1"))

	def test_by_budget(self):
		table = evaluation().bugs_by_budget()
		self.assertEqual(row(table, "0.05 s"), ("0.05 s", 0, 1, 0, "0.00×", "–"))
		self.assertEqual(row(table, "10 s"), ("10 s", 2, 1, 0, "2.00×", "∞"))
		self.assertEqual(row(evaluation().verified_by_budget(), "1 s")[1:4], (1, 0, 0))

	def test_headline(self):
		self.assertEqual(evaluation().headline().rows, [("bugs found", "deepen ÷ single", 2, 1, "2.00×", "1.50×")])
		chosen = modes.parse("deepen,everywhere")
		rows = tables.Evaluation(PROGRAMS, chosen, runs(), 10.0).headline().rows
		self.assertEqual([r[0] for r in rows], ["bugs found", "tests verified", "tests verified, f", "tests verified, g"])
		self.assertEqual(rows[2][2:5], (1, 0, "∞"))

	def test_families(self):
		bugs = evaluation().families_bugs()
		self.assertEqual(bugs.rows, [("f", 2, 2, 1, 0, 1, 1), ("g", 1, 0, 0, 0, 0, 0), ("**all**", 3, 2, 1, 0, 1, 1)])
		verified = evaluation().families_verified()
		self.assertEqual(row(verified, "f"), ("f", 2, 1, 0, 0, 1, "4.0"))
		self.assertEqual(row(verified, "g"), ("g", 1, 0, 0, 0, 0, "–"))

	def test_bounds(self):
		table = evaluation().bounds()
		self.assertEqual([r[1] for r in table.rows], [0, 2, 0, 0, 1, 0, 3])
		self.assertEqual([r[2] for r in table.rows], [0, 1, 0, 0, 1, 0, 2])

	def test_races_are_of_correct_tests(self):
		self.assertEqual(row(evaluation().races(), "**all**"), ("**all**", 2, "6", "3", "1", "2"))

	def test_estimates(self):
		run = runs()[3]
		self.assertEqual([tables.estimate_at(run, f) for f in tables.FRACTIONS], [0.9, 1.5, 1.0])
		run.progress = [(300, 2000)]
		self.assertEqual([tables.estimate_at(run, f) for f in tables.FRACTIONS], [None, None, None])
		self.assertEqual(tables.spread([1.0]), ("1.00", "1.00", "1.00"))
		self.assertEqual([r[1] for r in evaluation().estimates().rows], ["1%", "10%", "50%"])

	def test_misses_and_wrongs(self):
		self.assertEqual([(r[0], r[1]) for r in evaluation().misses().rows], [("f/b", "fixed"), ("g/c", "buggy")])
		self.assertEqual([r[:3] for r in evaluation().wrongs().rows], [("g/c", "fixed", "single")])

	def test_nothing_was_run(self):
		for table in tables.Evaluation(PROGRAMS, MODES, [], 10.0).all():
			output.markdown_table(table)

	def test_the_order_of_runs_does_not_matter(self):
		other = tables.Evaluation(PROGRAMS, MODES, list(reversed(runs())), 10.0)
		self.assertEqual(output.markdown(other, [], []), output.markdown(evaluation(), [], []))
		self.assertEqual(output.csv_text(other.runs), output.csv_text(evaluation().runs))


class Plots(unittest.TestCase):
	def test_steps(self):
		self.assertEqual([plots.nice_step(top) for top in (0, 3, 19, 60, 61, 130, 1000)], [1, 1, 5, 10, 20, 50, 200])

	def test_decades_hold_all_times(self):
		self.assertEqual(plots.decades([plots.Series("a", [0.003, 4])], 60), (-3, 2))
		self.assertEqual(plots.decades([], 1), (0, 1))

	def test_labels(self):
		self.assertEqual([plots.time_label(e) for e in (-3, -2, -1, 0, 2)], ["1 ms", "10 ms", "0.1 s", "1 s", "100 s"])

	def test_drawings_are_xml_with_all_names(self):
		many = [plots.Series(f"<{n}>", [0.1 * n] * n) for n in range(1, 11)] + [plots.Series("none", [])]
		text = plots.curves("a & b", "time", "bugs", many, 60, 12)
		root = xml.fromstring(text)
		words = [node.text for node in root.iter() if node.tag.endswith("text")]
		for name in ("<1>: 1", "<10>: 10", "none: 0", "a & b", "all 12"):
			self.assertIn(name, words)

	def test_styles_differ_without_colour(self):
		self.assertEqual(len({style[1:] for style in plots.STYLES}), len(plots.STYLES))
		self.assertEqual(len({style[2] for style in plots.STYLES}), len(plots.STYLES))


class Output(unittest.TestCase):
	def test_cells_cannot_break_out(self):
		table = tables.Table("wrong", "t", ("a", "b"), [("x|y", "<b>\n")])
		self.assertIn("x\\|y | <b>  |", output.markdown_table(table))
		page = output.html(evaluation(), [("key", "`a<b`")], {})
		self.assertIn("<code>a&lt;b</code>", page)

	def test_csv(self):
		lines = output.csv_text(evaluation().runs).splitlines()
		self.assertEqual(len(lines), 9)
		self.assertTrue(lines[0].startswith("family,program,twin,mode,outcome"))
		self.assertIn("f,f/a,fixed,deepen,verified,,1.0,1.0,1000,0,0,,false,false,true,4,3,1,,,", lines)

	def test_fill(self):
		text = "a\n<!-- eval:x -->\nold\n\nold\n<!-- /eval -->\nb\n<!-- eval:y -->\n<!-- /eval -->\n"
		filled = output.fill(text, {"x": "new\n", "y": "1\n2\n", "z": ""})
		self.assertEqual(filled, "a\n<!-- eval:x -->\nnew\n<!-- /eval -->\nb\n<!-- eval:y -->\n1\n2\n<!-- /eval -->\n")
		self.assertEqual(output.fill(filled, {"x": "new\n", "y": "1\n2\n"}), filled)

	def test_fill_knows_its_sections(self):
		for text in ("nothing marked", "<!-- eval:w -->\n<!-- /eval -->"):
			with self.subTest(text=text), self.assertRaises(output.DocumentError):
				output.fill(text, {"x": ""})


if __name__ == "__main__":
	unittest.main()
