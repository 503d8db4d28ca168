# SPDX-License-Identifier: MIT
"""Headers of programs."""
import os
import tempfile
import unittest

from evaluation import manifest, modes

SOURCE = """// SPDX-License-Identifier: MIT
// bug: deadlock or lost-wakeup
// preemptions: 2 (one to get there)
// schedules: all=3 everywhere=12
// misses: sync-only (why, and: how)
// misses: single
// weak: all (loops are cut)
// flags: -DN=2 -lm
// options: --leaks
// slow: many threads
// Some words: these are no key.
#include <x.h>
// bug: assertion
int f(void); /* BUG */
int g(void); /* BUG */ int h;
"""


class Parse(unittest.TestCase):
	def test_every_key(self):
		program = manifest.parse("corpus/lists/lazy.c", SOURCE)
		self.assertEqual((program.title, program.family, program.name), ("lists/lazy", "lists", "lazy"))
		self.assertEqual(program.kinds, ("deadlock", "lost-wakeup"))
		self.assertEqual(program.preemptions, 2)
		self.assertEqual(program.schedules, {"all": 3, "everywhere": 12})
		self.assertEqual(program.misses, {"sync-only", "single"})
		self.assertEqual(program.flags, ("-DN=2", "-lm"))
		self.assertEqual(program.options, ("--leaks",))
		self.assertTrue(program.slow)
		self.assertTrue(program.may_miss("single"))
		self.assertFalse(program.may_miss("deepen"))
		self.assertTrue(program.is_weak("deepen"))

	def test_places_are_marked_at_the_end_of_a_line(self):
		self.assertEqual(manifest.parse("a/b.c", SOURCE).places, ("b.c:14",))

	def test_places_in_headers_count_only_without_any_in_the_source(self):
		headers = [("q.h", "int a;\nint b; /* BUG */\n")]
		self.assertEqual(manifest.parse("a/b.c", "// bug: abort\n", headers).places, ("q.h:2",))
		self.assertEqual(manifest.parse("a/b.c", SOURCE, headers).places, ("b.c:14",))

	def test_little_is_enough(self):
		program = manifest.parse("a/b.cpp", "// bug: abort\n")
		self.assertEqual((program.kinds, program.places, program.preemptions, program.schedules), (("abort",), (), None, {}))
		self.assertFalse(program.slow)

	def test_nonsense(self):
		for text in ("int main;\n", "// bug:\n", "int x;\n// bug: abort\n", "// bug: abort\n// preemptions: few\n",
				"// bug: abort\n// schedules: 12\n", "// bug: abort\n// schedules: all=x\n"):
			with self.subTest(text=text), self.assertRaises(manifest.ManifestError):
				manifest.parse("a/b.c", text)


class Read(unittest.TestCase):
	def setUp(self):
		folder = tempfile.TemporaryDirectory()
		self.addCleanup(folder.cleanup)
		self.folder = folder.name

	def write(self, path, text, mode="w"):
		path = os.path.join(self.folder, path)
		os.makedirs(os.path.dirname(path), exist_ok=True)
		with open(path, mode, encoding=None if "b" in mode else "utf-8") as file:
			file.write(text)

	def test_sorted_and_complaints(self):
		self.write("y/b.c", "// bug: abort\n")
		self.write("y/a.cpp", "// bug: abort\n")
		self.write("x/z.c", "// bug: abort\n")
		self.write("x/not.txt", "")
		self.write("x/no_header.c", "int x;\n")
		self.write("x/bytes.c", b"\xff\xfe// bug: abort\n", "wb")
		os.symlink("nowhere", os.path.join(self.folder, "x", "gone.c"))
		programs, complaints = manifest.read([self.folder])
		self.assertEqual([program.title for program in programs], ["x/z", "y/a", "y/b"])
		self.assertEqual(len(complaints), 3)
		self.assertIn("bytes.c: cannot be read", complaints[0])
		self.assertIn("gone.c: cannot be read: No such file", complaints[1])
		self.assertIn("no_header.c: no '// bug: KIND'", complaints[2])

	def test_one_name_twice(self):
		self.write("one/f/a.c", "// bug: abort\n")
		self.write("two/f/a.c", "// bug: abort\n")
		programs, complaints = manifest.read([self.folder])
		self.assertEqual(len(programs), 1)
		self.assertIn("is there already", complaints[0])

	def test_no_folder(self):
		with self.assertRaises(OSError):
			manifest.read([os.path.join(self.folder, "none")])


class Modes(unittest.TestCase):
	def test_order_is_kept(self):
		chosen = modes.parse("single,deepen,mine=--bound=2 --pp=all,single")
		self.assertEqual([mode.name for mode in chosen], ["single", "deepen", "mine"])
		self.assertEqual(chosen[2].options, ("--bound=2", "--pp=all"))

	def test_unknown(self):
		for text in ("", "deepest", "deepen,,single", "=--x"):
			with self.subTest(text=text), self.assertRaises(modes.ModeError):
				modes.parse(text)

	def test_the_default_is_known(self):
		self.assertEqual(modes.parse(modes.DEFAULT)[0].name, "deepen")


if __name__ == "__main__":
	unittest.main()
