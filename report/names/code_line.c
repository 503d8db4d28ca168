/* SPDX-License-Identifier: MIT */
/* Lines of source files, from the line tables. */
#include "base/text.h"
#include "event/code_words.h"
#include "report/names/code_find_internal.h"
#include "report/names/source.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <string.h>

struct line_search {
	const char *wanted; /* the end of a path */
	int line;
	const struct code_file *file;
	size_t index;
	code_place_vec *out;
	string_vec paths; /* that end like that, each once */
	int below, above; /* the nearest lines with code; 0: none */
	/* The source of the last row: neighbours mostly have the same. */
	const char *source;
	bool source_fits;
};

static bool path_ends(const char *path, const char *end)
{
	if (strcmp(path, end) == 0)
		return true;
	size_t n = strlen(path), k = strlen(end);
	return n > k && path[n - k - 1] == '/' && strcmp(path + n - k, end) == 0;
}

static void note_path(struct line_search *s, char *path)
{
	for (size_t i = 0; i < s->paths.n; i++)
		if (strcmp(s->paths.at[i], path) == 0) {
			mem_free(path);
			return;
		}
	vec_push(&s->paths, path);
}

static bool source_fits(struct line_search *s, const char *source, const char *dir)
{
	if (source == s->source)
		return s->source_fits;
	char *path = path_absolute(dir, source);
	s->source = source;
	s->source_fits = path_ends(path, s->wanted);
	if (s->source_fits)
		note_path(s, path);
	else
		mem_free(path);
	return s->source_fits;
}

/* A row: from its address to that of the next one. */
static void look_at(struct line_search *s, Dwarf_Line *row, Dwarf_Line *next, const char *dir)
{
	Dwarf_Addr lo, hi;
	bool end;
	int line;
	const char *source = dwarf_linesrc(row, NULL, NULL);
	if (!source || dwarf_lineendsequence(row, &end) != 0 || end ||
	    dwarf_lineno(row, &line) != 0 || line <= 0 || dwarf_lineaddr(row, &lo) != 0 ||
	    dwarf_lineaddr(next, &hi) != 0 || code_is_ours(s->file, lo))
		return;
	if (!source_fits(s, source, dir) || hi <= lo)
		return;
	if (line == s->line)
		vec_push(s->out, (struct code_place){lo, hi, s->index});
	else if (line < s->line && line > s->below)
		s->below = line;
	else if (line > s->line && (!s->above || line < s->above))
		s->above = line;
}

static void search_file(struct line_search *s)
{
	Dwarf_Addr bias;
	Dwarf_Die *unit = NULL;
	while ((unit = dwfl_module_nextcu(s->file->module, unit, &bias))) {
		Dwarf_Attribute attr;
		Dwarf_Lines *lines;
		size_t n;
		const char *dir = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attr));
		if (dwarf_getsrclines(unit, &lines, &n) != 0)
			continue;
		s->source = NULL;
		for (size_t i = 0; i + 1 < n; i++)
			look_at(s, dwarf_onesrcline(lines, i), dwarf_onesrcline(lines, i + 1),
			        dir ? dir : "/");
	}
}

static struct result what_is_wrong(const struct line_search *s, bool found)
{
	struct buf b = {0};
	if (!s->paths.n)
		return result_error("no source file of the program ends in '%s'; is it compiled "
		                    "with -g?",
		                    s->wanted);
	if (s->paths.n > 1) {
		buf_printf(&b, "several files end in '%s'; write more of the path:", s->wanted);
		for (size_t i = 0; i < s->paths.n; i++)
			buf_printf(&b, "%s %s", i ? "," : "", s->paths.at[i]);
		return (struct result){buf_detach(&b)};
	}
	if (found)
		return result_ok();
	buf_printf(&b, "line %d of %s has no code; the nearest that %s", s->line, s->paths.at[0],
	           s->below && s->above ? "have some are" : "has some is");
	if (s->below)
		buf_printf(&b, " %d", s->below);
	if (s->above)
		buf_printf(&b, "%s %d", s->below ? " and" : "", s->above);
	return (struct result){buf_detach(&b)};
}

struct result code_find_line(struct code_search *s, const char *file, unsigned line,
                             code_place_vec *out)
{
	while (str_starts(file, "./"))
		file += 2;
	struct line_search search = {.wanted = file, .line = (int)line, .out = out};
	size_t before = out->n;
	for (size_t i = 0; i < s->files.n; i++) {
		search.file = &s->files.at[i];
		search.index = i;
		if (search.file->instrumented)
			search_file(&search);
	}
	struct result r = what_is_wrong(&search, out->n > before);
	strings_release(&search.paths);
	return r;
}
