/* SPDX-License-Identifier: MIT */
/* Finds the subcommand and hands over to it. */
#include "base/options.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/completion/completion.h"
#include "cli/output.h"

#include <stdio.h>
#include <string.h>

static int cmd_help(int argc, char **argv);
static int cmd_version(int argc, char **argv);
static int cmd_completion(int argc, char **argv);

static const struct command commands[] = {
        {"cc", "compile and link a C program for checking", cmd_cc, cc_help, WORDS_FILES, NULL},
        {"c++", "compile and link a C++ program for checking", cmd_cxx, cc_help, WORDS_FILES, NULL},
        {"check", "run every schedule of a program that differs, and say what that shows",
         cmd_check, NULL, WORDS_PROGRAM, check_option_list},
        {"explain", "say what a word of scree's means, and what to do about it", cmd_explain,
         explain_help, WORDS_CODES, NULL},
        {"minimize", "give a finding the smallest schedule that shows it", cmd_minimize, NULL,
         WORDS_FILES, minimize_option_list},
        {"replay", "run the schedule of a finding again", cmd_replay, NULL, WORDS_FILES,
         replay_option_list},
        {"report", "tell how a finding came about, for people or programs", cmd_report, NULL,
         WORDS_FILES, report_option_list},
        {"resume", "go on with a check that was stopped or killed", cmd_resume, NULL,
         WORDS_DIRECTORY, resume_option_list},
        {"run", "run a program under chosen schedules and report what goes wrong", cmd_run, NULL,
         WORDS_PROGRAM, run_option_list},
        {"completion", "print a script that makes a shell complete all this", cmd_completion,
         completion_help, WORDS_SHELLS, NULL},
        {"version", "print the version", cmd_version, "usage: scree version\n", WORDS_NONE, NULL},
        {"help", "explain a command", cmd_help, "usage: scree help [COMMAND]\n", WORDS_COMMANDS,
         NULL},
};

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	return NULL;
}

static int unknown_command(const char *name)
{
	const char *names[ARRAY_SIZE(commands)];
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		names[i] = commands[i].name;
	const char *closest = closest_word(name, names, ARRAY_SIZE(names));
	fprintf(stderr, "scree: there is no command '%s'", name);
	if (closest)
		fprintf(stderr, "; did you mean '%s'?\n", closest);
	else
		fprintf(stderr, "; 'scree help' lists them\n");
	return EXIT_USAGE;
}

static void print_usage(FILE *out)
{
	fprintf(out, "scree checks every schedule of a multithreaded C or C++ program.\n\n"
	             "usage: scree COMMAND [ARGS...]\n\n");
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
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
	if (!command->help)
		return command->run(2, (char *[]){argv[1], (char[]){"--help"}, NULL});
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

static int cmd_completion(int argc, char **argv)
{
	struct completion c = {commands, ARRAY_SIZE(commands)};
	return completion_command(&c, argc, argv);
}

/* What a command printed last, help for example, may still be on its way. */
static int finish(int status)
{
	struct result r = status == EXIT_USAGE ? result_ok() : output_flush();
	if (!result_failed(r))
		return status;
	fprintf(stderr, "scree: %s\n", r.error);
	result_release(&r);
	return EXIT_USAGE;
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
	return command ? finish(command->run(argc - 1, argv + 1)) : unknown_command(name);
}
