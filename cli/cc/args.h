/* SPDX-License-Identifier: MIT */
/* A list of words for exec: owned copies, with @FILE arguments read the way compilers do. */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include "base/vec.h"

struct args {
	char **at;
	size_t n;
	size_t cap;
};

void args_add(struct args *a, const char *word);
/* As args_add, and the word is formatted. */
void args_addf(struct args *a, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* Adds the words of s, separated by blanks: for variables like CC="ccache gcc". */
void args_add_words(struct args *a, const char *s);
/*
 * Adds arg, or the words of the file where arg is @FILE: separated by white space,
 * quoted by '' or "", \ takes the next letter as it is, and @FILE within. A file
 * that cannot be read is taken as a word, as gcc and clang do. True where a file
 * was read.
 */
bool args_add_expanded(struct args *a, const char *arg);
/* The words and a NULL after the last one, as execvp wants them. Valid until the next change. */
char **args_argv(struct args *a);
void args_release(struct args *a);

#endif
