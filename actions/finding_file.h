/* SPDX-License-Identifier: MIT */
/* Finding files (docs/schedule-format.md): a finding and the schedule that shows it. */
#ifndef ACTIONS_FINDING_FILE_H
#define ACTIONS_FINDING_FILE_H

#include "actions/results.h"

#define FINDINGS_DIR "scree-findings"

/*
 * The schedule of a finding with all that is needed to repeat it; of the last execution
 * where d is NULL. To be released.
 */
void finding_file_make(struct schedule *s, const struct output *o, const struct distinct *d);
/*
 * DIR/NAME-KIND-HASH.scree, to be freed. The same kind at the same place has the same name
 * in every run, so that a bug has one file.
 */
char *finding_file_path(const char *dir, const struct output *o, const struct distinct *d) MUST_USE;
/*
 * Saves every error with a schedule below dir, which is made where it is missing, and
 * fills o->paths and o->replay. dir NULL: saves nothing. Where a file cannot be written
 * its text is added to lost, so that it can be shown; the result is the first failure.
 */
struct result finding_files_save(struct output *o, const char *dir, struct buf *lost) MUST_USE;
/* A word of a command line, with a space in front, quoted only where it must be. */
void command_word(struct buf *b, const char *word);
/* The program and its arguments as such words, for commands that are to be tried; to be freed. */
char *command_of(const struct output *o) MUST_USE;

#endif
