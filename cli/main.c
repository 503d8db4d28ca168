/* SPDX-License-Identifier: MIT */
/* Finds the subcommand and hands over to it. */
#include "base/version.h"
#include "cli/command.h"

#include <stdio.h>
#include <string.h>

static int cmd_help(int argc, char **argv);
static int cmd_version(int argc, char **argv);

static const struct command commands[] = {
        {"cc", "compile and link a C program for checking", cmd_cc, cc_help},
        {"c++", "compile and link a C++ program for checking", cmd_cxx, cc_help},
        {"version", "print the version", cmd_version, "usage: scree version\n"},
        {"help", "explain a command", cmd_help, "usage: scree help [COMMAND]\n"},
};

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

/* How many letters must be added, removed, replaced or swapped to get from a to b. */
static size_t edit_distance(const char *a, const char *b)
{
	enum { MAX = 32 };
	size_t row[3][MAX + 1]; /* two lines back, one line back, this line */
	size_t rows = strlen(a), columns = strlen(b);

	if (rows > MAX || columns > MAX)
		return MAX;
	memset(row, 0, sizeof(row));
	for (size_t j = 0; j <= columns; j++)
		row[2][j] = j;
	for (size_t i = 1; i <= rows; i++) {
		memcpy(row[0], row[1], sizeof(row[0]));
		memcpy(row[1], row[2], sizeof(row[0]));
		row[2][0] = i;
		for (size_t j = 1; j <= columns; j++) {
			size_t best = row[1][j - 1] + (a[i - 1] != b[j - 1]);
			if (row[1][j] + 1 < best)
				best = row[1][j] + 1;
			if (row[2][j - 1] + 1 < best)
				best = row[2][j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    row[0][j - 2] + 1 < best)
				best = row[0][j - 2] + 1;
			row[2][j] = best;
		}
	}
	return row[2][columns];
}

static int unknown_command(const char *name)
{
	const struct command *closest = NULL;
	size_t distance = 3; /* further away it is a guess, not a slip */

	for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
		size_t d = edit_distance(name, commands[i].name);
		if (d < distance && d < strlen(commands[i].name)) {
			closest = &commands[i];
			distance = d;
		}
	}
	fprintf(stderr, "scree: there is no command '%s'", name);
	if (closest)
		fprintf(stderr, "; did you mean '%s'?\n", closest->name);
	else
		fprintf(stderr, "; 'scree help' lists them\n");
	return EXIT_USAGE;
}

static void print_usage(FILE *out)
{
	fprintf(out, "scree checks every schedule of a multithreaded C or C++ program.\n\n"
	             "usage: scree COMMAND [ARGS...]\n\n");
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(out, "  %-9s %s\n", commands[i].name, commands[i].summary);
	fprintf(out, "\n'scree help COMMAND' explains one of them.\n");
}

static int cmd_help(int argc, char **argv)
{
	const struct command *command;

	if (argc < 2) {
		print_usage(stdout);
		return 0;
	}
	command = find_command(argv[1]);
	if (!command)
		return unknown_command(argv[1]);
	fputs(command->help, stdout);
	return 0;
}

static int cmd_version(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	printf("scree %s\n", SCREE_VERSION);
	return 0;
}

int main(int argc, char **argv)
{
	const struct command *command;
	const char *name = argc > 1 ? argv[1] : NULL;

	if (!name) {
		print_usage(stderr);
		return EXIT_USAGE;
	}
	if (!strcmp(name, "--help") || !strcmp(name, "-h"))
		name = "help";
	else if (!strcmp(name, "--version") || !strcmp(name, "-V"))
		name = "version";
	command = find_command(name);
	return command ? command->run(argc - 1, argv + 1) : unknown_command(name);
}
