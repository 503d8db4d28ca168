/* SPDX-License-Identifier: MIT */
/*
 * What a compiler command line asks for, as far as `scree cc` must know: does it
 * link, and what; which options cannot be kept.
 */
#ifndef CLI_CC_REQUEST_H
#define CLI_CC_REQUEST_H

#include "cli/cc/args.h"

enum cc_step {
	CC_INFORM,  /* no input file: --version, -print-..., -v */
	CC_COMPILE, /* stops before the linker: -c, -S, -E, -M, a header */
	CC_LINK_RELOCATABLE,
	CC_LINK_SHARED,
	CC_LINK_PROGRAM,
};

struct cc_request {
	struct args args;   /* the user's, without the options that were dropped */
	size_t options_end; /* index of "--" in args, or their number */
	enum cc_step step;
	bool instrument;      /* false: -fno-sanitize=thread or =all had the last word */
	bool has_debug;       /* some -g option is there */
	bool no_default_libs; /* -nostdlib, -nodefaultlibs */
	bool no_undefined;    /* the linker is told to refuse undefined symbols */
	bool lto_dropped;
	const char *refused; /* an option that cannot be checked with, or NULL */
	const char *why;     /* what to do about it; set with refused */
};

/* Reads argv[1...]. Response files stay as they are unless something in them must be dropped. */
void cc_request_read(struct cc_request *r, int argc, char **argv);
void cc_request_release(struct cc_request *r);

#endif
