/* SPDX-License-Identifier: MIT */
#include "cli/cc/cc_request.h"

#include "base/str.h"

#include <string.h>

/* Options whose value is the next argument: it is not an input file, whatever it looks like. */
static const char *const takes_next[] = {
        "-o",
        "-I",
        "-L",
        "-D",
        "-U",
        "-A",
        "-B",
        "-F",
        "-G",
        "-T",
        "-e",
        "-l",
        "-u",
        "-z",
        "-x",
        "-MF",
        "-MT",
        "-MQ",
        "-Tbss",
        "-Tdata",
        "-Ttext",
        "-Xlinker",
        "-Xclang",
        "-Xassembler",
        "-Xpreprocessor",
        "-mllvm",
        "-include",
        "-imacros",
        "-isystem",
        "-iquote",
        "-idirafter",
        "-iprefix",
        "-isysroot",
        "-iwithprefix",
        "-iwithprefixbefore",
        "-imultilib",
        "-imultiarch",
        "--sysroot",
        "-aux-info",
        "--param",
        "-dumpbase",
        "-dumpdir",
        "-wrapper",
        "-specs",
        "-dumpbase-ext",
        "-target",
        "-rpath",
        "-include-pch",
        "-gcc-toolchain",
        "-resource-dir",
        "--output",
        "--include",
        "--language",
        "--for-linker",
        "-working-directory",
        "-cxx-isystem",
        "--define-macro",
        "--undefine-macro",
        "-ivfsoverlay",
        "--imacros",
};

/* Sanitizers that need a runtime or a memory layout of their own. */
static const char *const other_sanitizers[] = {
        "address", "hwaddress", "kernel-address", "kernel-hwaddress", "leak",
        "memory",  "dataflow",  "kernel-memory",  "memtag",           "realtime",
};

static const char *const header_suffixes[] = {
        ".h", ".hh", ".H", ".hp", ".hxx", ".hpp", ".HPP", ".h++", ".tcc",
};

/* What is collected on the way and decides at the end. */
struct scan {
	struct cc_request *r;
	bool stops;         /* before the linker */
	bool makes_headers; /* -x c-header */
	bool shared, relocatable, is_static, not_64bit;
	size_t inputs, headers;
	const char *sanitizer; /* one that cannot be combined with ours */
};

static bool in_list(const char *s, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(s, list[i]))
			return true;
	return false;
}

/* One argument of the linker: from -Wl, or -Xlinker. */
static void read_linker_word(struct scan *s, const char *word, size_t n)
{
	static const struct {
		const char *word;
		size_t field;
	} words[] = {
	        {"-shared", offsetof(struct scan, shared)},
	        {"--shared", offsetof(struct scan, shared)},
	        {"-Bshareable", offsetof(struct scan, shared)},
	        {"-r", offsetof(struct scan, relocatable)},
	        {"--relocatable", offsetof(struct scan, relocatable)},
	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strlen(words[i].word) == n && !strncmp(word, words[i].word, n))
			*((bool *)((char *)s + words[i].field)) = true;
	if ((n == 4 && !strncmp(word, "defs", n)) || (n == 6 && !strncmp(word, "-zdefs", n)) ||
	    (n == 14 && !strncmp(word, "--no-undefined", n)))
		s->r->no_undefined = true;
}

static void read_linker_list(struct scan *s, const char *list)
{
	while (*list) {
		size_t n = strcspn(list, ",");
		read_linker_word(s, list, n);
		list += n;
		list += *list == ',';
	}
}

/*
 * -fsanitize=LIST: ours is taken out (the compiler driver would link its own
 * runtime for it), the others stay. Adds what is left to the arguments.
 */
static void read_sanitize(struct scan *s, const char *list)
{
	char *kept = str_format("-fsanitize=");
	bool any = false;

	while (*list) {
		int n = (int)strcspn(list, ",");
		char *name = str_format("%.*s", n, list);

		if (!strcmp(name, "thread")) {
			s->r->instrument = true;
		} else {
			char *longer = str_format("%s%s%s", kept, any ? "," : "", name);
			mem_free(kept);
			kept = longer;
			any = true;
		}
		for (size_t i = 0; i < ARRAY_SIZE(other_sanitizers); i++)
			if (!strcmp(name, other_sanitizers[i]))
				s->sanitizer = other_sanitizers[i];
		mem_free(name);
		list += n;
		list += *list == ',';
	}
	if (any)
		args_add(&s->r->args, kept);
	mem_free(kept);
}

static void read_no_sanitize(struct scan *s, const char *list)
{
	char *padded = str_format(",%s,", list);

	if (strstr(padded, ",thread,") || strstr(padded, ",all,"))
		s->r->instrument = false;
	if (strstr(padded, ",all,"))
		s->sanitizer = NULL;
	mem_free(padded);
}

static void read_language(struct scan *s, const char *language)
{
	s->makes_headers = str_ends(language, "-header");
}

/* Options that are one fixed word and set one flag. */
static bool read_fixed(struct scan *s, const char *arg)
{
	static const struct {
		const char *option;
		size_t field;
	} flags[] = {
	        {"-c", offsetof(struct scan, stops)},
	        {"-S", offsetof(struct scan, stops)},
	        {"-E", offsetof(struct scan, stops)},
	        {"-M", offsetof(struct scan, stops)},
	        {"-MM", offsetof(struct scan, stops)},
	        {"-fsyntax-only", offsetof(struct scan, stops)},
	        {"--compile", offsetof(struct scan, stops)},
	        {"--assemble", offsetof(struct scan, stops)},
	        {"--preprocess", offsetof(struct scan, stops)},
	        {"--dependencies", offsetof(struct scan, stops)},
	        {"--precompile", offsetof(struct scan, stops)},
	        {"-shared", offsetof(struct scan, shared)},
	        {"--shared", offsetof(struct scan, shared)},
	        {"-r", offsetof(struct scan, relocatable)},
	        {"-static", offsetof(struct scan, is_static)},
	        {"--static", offsetof(struct scan, is_static)},
	        {"-static-pie", offsetof(struct scan, is_static)},
	        {"--static-pie", offsetof(struct scan, is_static)},
	        {"-m32", offsetof(struct scan, not_64bit)},
	        {"-mx32", offsetof(struct scan, not_64bit)},
	        {"-m16", offsetof(struct scan, not_64bit)},
	};

	for (size_t i = 0; i < ARRAY_SIZE(flags); i++) {
		if (strcmp(arg, flags[i].option) != 0)
			continue;
		*((bool *)((char *)s + flags[i].field)) = true;
		return true;
	}
	return false;
}

/* One option. False: it is dropped, or its replacement has been added. */
static bool keep_option(struct scan *s, const char *arg)
{
	if (read_fixed(s, arg))
		return true;
	if (!strcmp(arg, "-m64"))
		s->not_64bit = false;
	else if (str_starts(arg, "-Wl,"))
		read_linker_list(s, arg + 4);
	else if (str_starts(arg, "-x"))
		read_language(s, arg + 2);
	else if (!strcmp(arg, "-nostdlib") || !strcmp(arg, "-nodefaultlibs"))
		s->r->no_default_libs = true;
	else if (str_starts(arg, "-fno-sanitize="))
		read_no_sanitize(s, strchr(arg, '=') + 1);
	else if (str_starts(arg, "-g") && !str_starts(arg, "-gcc-toolchain"))
		s->r->has_debug = true;

	if (str_starts(arg, "-fsanitize=")) {
		read_sanitize(s, strchr(arg, '=') + 1);
		return false;
	}
	if (!strcmp(arg, "-flto") || str_starts(arg, "-flto=") ||
	    !strcmp(arg, "-fwhole-program-vtables")) {
		s->r->lto_dropped = true;
		return false;
	}
	return true;
}

static void read_input(struct scan *s, const char *arg)
{
	s->inputs++;
	for (size_t i = 0; i < ARRAY_SIZE(header_suffixes); i++)
		if (str_ends(arg, header_suffixes[i])) {
			s->headers++;
			break;
		}
}

/* Reads all words and keeps in r->args what the compiler shall get of them. */
static void scan_words(struct scan *s, const struct args *words)
{
	struct args *kept = &s->r->args;

	for (size_t i = 0; i < words->n; i++) {
		const char *arg = words->at[i];

		if (!strcmp(arg, "--")) {
			s->r->options_end = kept->n;
			for (; i < words->n; i++)
				args_add(kept, words->at[i]);
			s->inputs++;
			return;
		}
		if (arg[0] != '-' || !arg[1]) {
			read_input(s, arg);
			args_add(kept, arg);
		} else if (in_list(arg, takes_next, ARRAY_SIZE(takes_next)) && i + 1 < words->n) {
			const char *value = words->at[++i];
			if (!strcmp(arg, "-Xlinker") || !strcmp(arg, "-z"))
				read_linker_word(s, value, strlen(value));
			else if (!strcmp(arg, "-x") || !strcmp(arg, "--language"))
				read_language(s, value);
			args_add(kept, arg);
			args_add(kept, value);
		} else if (keep_option(s, arg)) {
			args_add(kept, arg);
		}
	}
	s->r->options_end = kept->n;
}

static enum cc_step step_of(const struct scan *s)
{
	if (!s->inputs)
		return CC_INFORM;
	if (s->stops || s->makes_headers || s->headers == s->inputs)
		return CC_COMPILE;
	if (s->relocatable)
		return CC_LINK_RELOCATABLE;
	return s->shared ? CC_LINK_SHARED : CC_LINK_PROGRAM;
}

static void refuse(struct cc_request *r, const char *option, const char *why)
{
	r->refused = option;
	r->why = why;
}

/* Options that would give a program which cannot be checked. */
static void find_refused(const struct scan *s)
{
	struct cc_request *r = s->r;

	if (r->step == CC_INFORM)
		return;
	if (s->not_64bit)
		refuse(r, "-m32, -mx32 or -m16", "only 64-bit x86 programs can be checked");
	else if (s->sanitizer)
		refuse(r, s->sanitizer,
		       "as a sanitizer cannot be combined with checking; leave out its "
		       "-fsanitize=");
	else if (s->is_static && r->step == CC_LINK_PROGRAM)
		refuse(r, "-static",
		       "leaves no room for the runtime, which needs the dynamic loader; leave it "
		       "out");
}

void cc_request_read(struct cc_request *r, int argc, char **argv)
{
	struct scan s = {.r = r};
	struct args words = {0};
	bool has_files = false;

	memset(r, 0, sizeof(*r));
	r->instrument = true;
	for (int i = 1; i < argc; i++)
		has_files |= args_add_expanded(&words, argv[i]);
	scan_words(&s, &words);
	r->step = step_of(&s);
	find_refused(&s);

	/* Response files exist because the line may be too long: hand them on where that is
	 * possible. */
	if (has_files && r->args.n == words.n && r->options_end == r->args.n) {
		args_release(&r->args);
		for (int i = 1; i < argc; i++)
			args_add(&r->args, argv[i]);
		r->options_end = r->args.n;
	}
	args_release(&words);
}

void cc_request_release(struct cc_request *r)
{
	args_release(&r->args);
}
