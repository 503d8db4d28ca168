# SPDX-License-Identifier: MIT
"""Programs of a corpus and what their headers promise.

A source FAMILY/NAME.c (or .cpp) is a pair of twins: compiled as it is, it has a bug; with -DFIXED it
has none. The lines at its very top that read `// KEY: VALUE` are the promise; lines that end in
`/* BUG */` are the places where the finding may be reported. If the source has no such line, those of the
headers beside it are.
"""
import os
import re
from dataclasses import dataclass, field

BUGGY, FIXED = "buggy", "fixed"
TWINS = (BUGGY, FIXED)
_KEY = re.compile(r"^// (bug|preemptions|schedules|misses|weak|flags|options|slow|covers): *(.*?) *$")
_MARK = re.compile(r"/\* BUG \*/\s*$")


class ManifestError(Exception):
	"""A program that cannot be part of a corpus; the text says why."""


@dataclass(frozen=True)
class Program:
	path: str
	family: str
	name: str
	kinds: tuple  # of findings that the buggy twin may show
	places: tuple  # "NAME:LINE" where; empty: anywhere
	preemptions: int = None  # fewest that show it, where that is known
	schedules: dict = field(default_factory=dict)  # preemption points -> exact number, fixed twin
	misses: frozenset = frozenset()  # modes that cannot find the bug
	weak: frozenset = frozenset()  # modes that cannot verify the fixed twin; "all": none can
	flags: tuple = ()
	options: tuple = ()
	slow: bool = False

	@property
	def title(self):
		return f"{self.family}/{self.name}"

	def may_miss(self, mode):
		return mode in self.misses or "all" in self.misses

	def is_weak(self, mode):
		return mode in self.weak or "all" in self.weak


def _names(lines):
	"""Names in front of a reason in parentheses, of several lines: "sync-only, single (why)"."""
	words = [word for text in lines for word in re.split(r"[\s,]+", text.split("(")[0])]
	return tuple(word for word in words if word and word not in ("or", "and"))


def _number(path, key, text):
	text = text.split("(")[0].strip()
	if not re.fullmatch(r"[0-9]+", text):
		raise ManifestError(f"{path}: '{key}: {text}' is not a number")
	return int(text)


def _schedules(path, text):
	found = {}
	for word in text.split("(")[0].split():
		points, equals, number = word.partition("=")
		if not equals:
			raise ManifestError(f"{path}: 'schedules: {word}' is not POINTS=NUMBER")
		found[points] = _number(path, "schedules", number)
	return found


def _header(source):
	"""The keys at the top; lines in between explain the program."""
	keys = {}  # to all values, in order
	for line in source:
		if not line.startswith("//"):
			break
		match = _KEY.match(line)
		if match:
			keys.setdefault(match[1], []).append(match[2])
	return keys


def _marks(name, text):
	return [f"{name}:{n}" for n, line in enumerate(text.splitlines(), 1) if _MARK.search(line)]


def parse(path, text, headers=()):
	"""The program whose source is text; ManifestError if it promises nothing or nonsense.

	headers are pairs of name and text of the headers beside it.
	"""
	keys = _header(text.splitlines())
	if not _names(keys.get("bug", ())):
		raise ManifestError(f"{path}: no '// bug: KIND' in its header")
	folder, base = os.path.split(os.path.abspath(path))
	beside = [mark for name, content in headers for mark in _marks(name, content)]
	return Program(
		path=path,
		family=os.path.basename(folder),
		name=os.path.splitext(base)[0],
		kinds=_names(keys["bug"]),
		places=tuple(_marks(base, text) or beside),
		preemptions=_number(path, "preemptions", keys["preemptions"][0]) if "preemptions" in keys else None,
		schedules=_schedules(path, " ".join(keys.get("schedules", ()))),
		misses=frozenset(_names(keys.get("misses", ()))),
		weak=frozenset(_names(keys.get("weak", ()))),
		flags=tuple(" ".join(keys.get("flags", ())).split()),
		options=tuple(" ".join(keys.get("options", ())).split()),
		slow="slow" in keys,
	)


def sources(folder):
	"""Paths of all sources below a folder, sorted; OSError where it cannot be read."""
	def fail(error):
		raise error

	found = []
	for where, _, names in os.walk(folder, onerror=fail):
		found += [os.path.join(where, name) for name in names if name.endswith((".c", ".cpp"))]
	return sorted(found)


def _read_text(path):
	with open(path, encoding="utf-8") as file:
		return file.read()


def _headers_of(folder):
	names = sorted(name for name in os.listdir(folder) if name.endswith(".h"))
	return [(name, _read_text(os.path.join(folder, name))) for name in names]


def read(folders):
	"""All programs below some folders and the complaints about those that cannot be used."""
	programs, complaints = {}, []
	for path in [path for folder in folders for path in sources(folder)]:
		try:
			program = parse(path, _read_text(path), _headers_of(os.path.dirname(path)))
			if program.title in programs:
				raise ManifestError(f"{path}: {program.title} is there already: {programs[program.title].path}")
			programs[program.title] = program
		except ManifestError as error:
			complaints.append(str(error))
		except (OSError, UnicodeDecodeError) as error:
			complaints.append(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}")
	return [programs[title] for title in sorted(programs)], complaints
