/* SPDX-License-Identifier: MIT */
/*
 * scree cc, scree c++: the compiler's own command line, with instrumentation, and
 * with our runtime where a program is linked. Then the compiler takes over the
 * process, so its messages and its exit status are the user's.
 */
#include "cli/cc/cc_compiler.h"
#include "cli/cc/cc_request.h"
#include "cli/cc/libdir.h"
#include "cli/command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char cc_help[] =
        "usage: scree cc  [COMPILER OPTIONS] FILE...\n"
        "       scree c++ [COMPILER OPTIONS] FILE...\n"
        "\n"
        "Takes any gcc or clang command line, compiles with instrumentation and links the\n"
        "checking runtime into programs. Use it as the compiler of any build system:\n"
        "\n"
        "  make CC=\"scree cc\" CXX=\"scree c++\"\n"
        "  CC=\"scree cc\" CXX=\"scree c++\" ./configure\n"
        "  CC=\"scree cc\" CXX=\"scree c++\" cmake ...\n"
        "\n"
        "Added: debug information unless some -g is given, eager binding (-z now).\n"
        "Turned off: -flto, _FORTIFY_SOURCE. Refused: -static, -m32, other sanitizers.\n"
        "A file compiled with -fno-sanitize=thread is linked, but its accesses are not seen.\n"
        "\n"
        "  SCREE_CC      the C compiler, gcc if not set; any gcc or clang, also \"ccache gcc\"\n"
        "  SCREE_CXX     the C++ compiler, by default the one that goes with SCREE_CC\n"
        "  SCREE_LIBDIR  where scree_rt.o is, if not in lib/scree beside the tool\n"
        "\n"
        "All other options, --help too, go to the compiler.\n";

/* Both compilers, all languages: harmless where nothing is compiled. */
static void add_compile_options(struct args *command, const struct cc_request *r,
                                enum cc_family family, const char *libdir)
{
	if (!r->has_debug)
		args_add(command, "-g");
	args_add(command, "-D__SCREE__=1"); /* include/scree.h asks for it */
	args_add(command, "-isystem");
	args_addf(command, "%s/include", libdir);
	/*
	 * The checking forms of libc functions would hide the plain ones. Last, to undo the
	 * user's -D; twice, because gcc reads -Wp, (which packagers use for it) after all -D.
	 */
	args_add(command, "-U_FORTIFY_SOURCE");
	args_add(command, "-Wp,-U_FORTIFY_SOURCE");
	if (!r->instrument)
		return;
	/* std::string is instantiated in the program, where we see it, not taken from libstdc++.so.
	 */
	args_add(command, "-D_GLIBCXX_EXTERN_TEMPLATE=-1");
	if (family == CC_GCC) {
		/* Only cc1 may see -fsanitize=thread: the gcc driver would link libtsan for it. */
		args_addf(command, "-specs=%s/gcc.specs", libdir);
		args_add(command, "-imacros");
		args_add(command, "scree/gcc_builtins.h");
	} else {
		args_add(command, "-Xclang");
		args_add(command, "-fsanitize=thread");
		/*
		 * clang leaves out a read that is followed by a write of the same address: enough
		 * to see that there is a race, but orders that differ by the read would be lost.
		 * Test: tests/programs/memory/read_before_write.c.
		 */
		args_add(command, "-mllvm");
		args_add(command, "-tsan-instrument-read-before-write");
	}
}

static void add_link_options(struct args *command, const struct cc_request *r, const char *libdir)
{
	if (r->step != CC_LINK_PROGRAM && r->step != CC_LINK_SHARED)
		return;
	/* Lazy binding would be undone, and done again, by every restore of memory. */
	args_add(command, "-Wl,-z,now");
	if (r->step == CC_LINK_SHARED) {
		/* The runtime is in the program: its names are undefined here. */
		if (r->no_undefined)
			args_add(command, "-Wl,-z,undefs");
		return;
	}
	/* -Xlinker: no -x language applies to it, and no comma in the path splits it. */
	args_add(command, "-Xlinker");
	args_addf(command, "--dynamic-list=%s/scree_rt.list", libdir);
	args_add(command, "-Xlinker");
	args_addf(command, "%s/scree_rt.o", libdir);
	if (!r->no_default_libs) {
		args_add(command, "-lpthread");
		args_add(command, "-ldl");
	}
}

/* The compiler's words, the user's options, ours, and then what follows the user's "--". */
static void add_arguments(struct args *command, const struct cc_request *r, enum cc_family family,
                          const char *libdir)
{
	for (size_t i = 0; i < r->options_end; i++)
		args_add(command, r->args.at[i]);
	/* clang warns of options that a step does not use; ours are none of the user's business. */
	if (family == CC_CLANG)
		args_add(command, "--start-no-unused-arguments");
	add_compile_options(command, r, family, libdir);
	add_link_options(command, r, libdir);
	if (family == CC_CLANG)
		args_add(command, "--end-no-unused-arguments");
	for (size_t i = r->options_end; i < r->args.n; i++)
		args_add(command, r->args.at[i]);
}

/* Fills in the command to run. False, with a message on stderr, where that is not possible. */
static bool plan(struct args *command, const struct cc_request *r, enum cc_language language)
{
	enum cc_family family;
	char *libdir;

	if (r->refused) {
		fprintf(stderr, "scree: %s %s\n", r->refused, r->why);
		return false;
	}
	if (!cc_compiler_choose(command, language))
		return false;
	if (r->step == CC_INFORM) {
		for (size_t i = 0; i < r->args.n; i++)
			args_add(command, r->args.at[i]);
		return true;
	}
	libdir = libdir_find();
	if (!libdir)
		return false;
	if (!cc_compiler_family(command, &family)) {
		mem_free(libdir);
		return false;
	}
	/* Compilations are many, links are few: say it there. */
	if (r->lto_dropped && r->step != CC_COMPILE)
		fprintf(stderr, "scree: note: -flto is turned off\n");
	add_arguments(command, r, family, libdir);
	mem_free(libdir);
	return true;
}

static int compile(int argc, char **argv, enum cc_language language)
{
	struct cc_request request;
	struct args command = {0};

	cc_request_read(&request, argc, argv);
	if (plan(&command, &request, language)) {
		execvp(command.at[0], args_argv(&command));
		fprintf(stderr, "scree: cannot run the compiler '%s': %s\n", command.at[0],
		        strerror(errno));
	}
	args_release(&command);
	cc_request_release(&request);
	return EXIT_USAGE;
}

int cmd_cc(int argc, char **argv)
{
	return compile(argc, argv, CC_C);
}

int cmd_cxx(int argc, char **argv)
{
	return compile(argc, argv, CC_CXX);
}
