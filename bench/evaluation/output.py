# SPDX-License-Identifier: MIT
"""Writes an evaluation: runs.csv, report.md with its figures, report.html, marked sections of a document."""
import csv
import io
import os
import re
from html import escape

from . import curves, plots

CSV_MEMBERS = ("program", "twin", "mode", "outcome", "detail", "cpu_s", "wall_s", "executions", "events", "peak_kb",
	"preemptions", "race_points", "hidden_race", "complete")
CSV_RACES = ("total", "benign", "untested", "buggy", "recycled")
_SECTION = re.compile(r"(<!-- eval:([a-z0-9-]+) -->\n).*?(<!-- /eval -->)", re.DOTALL)


class DocumentError(Exception):
	"""A document whose marked sections cannot be filled."""


def figures(evaluation):
	"""Name -> SVG of the cumulative curves."""
	found = {}
	for goal, (_, twin, words) in curves.GOALS.items():
		total = len({run.program for run in evaluation.runs if run.twin == twin})
		for clock, (_, clock_words) in curves.CLOCKS.items():
			series = [plots.Series(mode, curves.times(evaluation.runs, mode, goal, clock)) for mode in evaluation.names()]
			title = f"{words[0].upper()}{words[1:]} by {clock_words}"
			found[f"{goal}-{clock}"] = plots.curves(title, clock_words, words, series, evaluation.budget_s, total)
	return found


def csv_text(runs):
	out = io.StringIO()
	writer = csv.writer(out, lineterminator="\n")
	writer.writerow(("family", *CSV_MEMBERS, *(f"races_{name}" for name in CSV_RACES), "jobs"))
	for run in runs:
		jobs = " ".join(f"{state}={count}" for state, count in sorted(run.jobs.items()))
		writer.writerow((run.family, *(_plain(getattr(run, name)) for name in CSV_MEMBERS),
			*(run.races.get(name, "") for name in CSV_RACES), jobs))
	return out.getvalue()


def _plain(value):
	if value is None:
		return ""
	return str(value).lower() if isinstance(value, bool) else value


def _markdown_cell(value):
	return str(value).replace("|", "\\|").replace("\n", " ")


def markdown_table(table):
	"""The table and its note, without the title. One without rows is only its note."""
	lines = []
	if table.rows:
		lines.append("| " + " | ".join(_markdown_cell(cell) for cell in table.head) + " |")
		lines.append("| --- |" + " ---: |" * (len(table.head) - 1) if _numeric(table) else "| --- " * len(table.head) + "|")
		lines += ["| " + " | ".join(_markdown_cell(cell) for cell in row) + " |" for row in table.rows]
	if table.note:
		lines += ([""] if table.rows else []) + [table.note]
	return "\n".join(lines) + "\n"


def _numeric(table):
	return table.name not in ("wrong", "misses")


def markdown(evaluation, settings, names):
	"""The report; names of figures are files beside it."""
	parts = ["# Evaluation\n", settings_text(settings)]
	parts += [f"![{name}]({name}.svg)\n" for name in names]
	for table in evaluation.all():
		parts.append(f"## {table.title}\n\n{markdown_table(table)}")
	return "\n".join(parts)


def settings_text(settings):
	return "\n".join(f"- {key}: {value}" for key, value in settings) + "\n"


_STYLE = """body{font:15px/1.5 sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:14px}td,th{padding:.2rem .7rem;border-bottom:1px solid #ccc;
text-align:right}td:first-child,th:first-child,.words td,.words th{text-align:left}.note{color:#555;max-width:46rem}
svg{max-width:100%;height:auto;margin:.5rem 0}tr.all td{font-weight:bold}"""


def _html_code(text):
	"""Text with `this` as code."""
	return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text))


def _html_table(table):
	if not table.rows:
		return f'<p class="note">{escape(table.note)}</p>'
	head = "".join(f"<th>{escape(str(cell))}</th>" for cell in table.head)
	body = []
	for row in table.rows:
		whole = ' class="all"' if str(row[0]).startswith("**") else ""
		body.append(f"<tr{whole}>" + "".join(f"<td>{escape(str(cell).strip('*'))}</td>" for cell in row) + "</tr>")
	words = "" if _numeric(table) else ' class="words"'
	return (f'<div class="wide"><table{words}><thead><tr>{head}</tr></thead><tbody>' + "\n".join(body)
		+ f'</tbody></table></div><p class="note">{escape(table.note)}</p>')


def html(evaluation, settings, drawings):
	items = "".join(f"<li>{escape(key)}: {_html_code(str(value))}</li>" for key, value in settings)
	tables = "\n".join(f'<h2 id="{table.name}">{escape(table.title)}</h2>\n{_html_table(table)}'
		for table in evaluation.all())
	return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Evaluation of scree</title>'
		f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>\n'
		f'<h1>Evaluation of scree</h1><ul>{items}</ul>\n' + "\n".join(drawings.values()) + f"\n{tables}\n</body></html>\n")


def fill(text, sections):
	"""Text with what stands between `<!-- eval:NAME -->` and `<!-- /eval -->` replaced; unknown names fail."""
	def put(match):
		if match[2] not in sections:
			raise DocumentError(f"no section '{match[2]}'; there are {', '.join(sorted(sections))}")
		return f"{match[1]}{sections[match[2]].rstrip()}\n{match[3]}"

	filled, count = _SECTION.subn(put, text)
	if not count:
		raise DocumentError("no section marked <!-- eval:NAME --> ... <!-- /eval -->")
	return filled


def _write(path, text):
	"""Whole or not at all."""
	with open(path + ".new", "w", encoding="utf-8") as file:
		file.write(text)
	os.replace(path + ".new", path)


def write_report(folder, evaluation, settings):
	"""report.md, report.html, runs.csv and the figures."""
	drawings = figures(evaluation)
	for name, svg in drawings.items():
		_write(os.path.join(folder, f"{name}.svg"), svg)
	_write(os.path.join(folder, "runs.csv"), csv_text(evaluation.runs))
	_write(os.path.join(folder, "report.md"), markdown(evaluation, settings, drawings))
	_write(os.path.join(folder, "report.html"), html(evaluation, settings, drawings))


def write_document(path, evaluation, settings):
	"""Fills the marked sections of a document. Figures go to a folder beside it, named like it."""
	with open(path, encoding="utf-8") as file:
		text = file.read()
	folder = os.path.splitext(path)[0]
	drawings = figures(evaluation)
	sections = {table.name: markdown_table(table) for table in evaluation.all()}
	sections["settings"] = settings_text(settings)
	for name in drawings:
		sections[f"figure-{name}"] = f"![{name}]({os.path.basename(folder)}/{name}.svg)"
	filled = fill(text, sections)
	os.makedirs(folder, exist_ok=True)
	for name, svg in drawings.items():
		if f"<!-- eval:figure-{name} -->" in text:
			_write(os.path.join(folder, f"{name}.svg"), svg)
	_write(path, filled)
