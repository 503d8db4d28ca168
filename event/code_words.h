/* SPDX-License-Identifier: MIT */
/*
 * Rules about code as a person writes them: --pp=queue.c:12, --within=push. They are
 * kept in schedule files and shown with the verdict; event/code_rules.h is what
 * becomes of them for one build of a program.
 */
#ifndef EVENT_CODE_WORDS_H
#define EVENT_CODE_WORDS_H

#include "base/buf.h"
#include "base/vec.h"

typedef VEC(char *) string_vec;

/* One --within or --without. */
struct stack_word {
	char *function;
	bool within;
};

/* All strings are owned. */
struct code_words {
	string_vec points;            /* of --pp: "queue.c:12", "0x401136", "libq.so+0x1136" */
	VEC(struct stack_word) stack; /* in order: the last one that matches decides */
	string_vec ignored;           /* --ignore-function */
	string_vec trusted;           /* --trust-function */
	string_vec modules;           /* --module: files that the program opens itself */
};

void strings_release(string_vec *v);
/* Appends copies. */
void strings_copy(string_vec *to, const string_vec *from);
bool strings_equal(const string_vec *a, const string_vec *b);

void code_words_release(struct code_words *w);
bool code_words_equal(const struct code_words *a, const struct code_words *b);
/* Is there anything in them that a worker must be told? */
bool code_words_any(const struct code_words *w);
/* Are the accesses of some functions left out? */
bool code_words_hide(const struct code_words *w);
/* " within push without log", in order; nothing where there are none. */
void code_words_stack(struct buf *b, const struct code_words *w);

/* Is the word of --pp a place in the code rather than a class? */
bool code_word_is_point(const char *word, size_t n);

#endif
