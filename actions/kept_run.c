/* SPDX-License-Identifier: MIT */
#include "actions/kept_run.h"

#include <string.h>
#include <unistd.h>

static struct result check_build(const struct program *p, const struct run_facts *f)
{
	bool same = p->build_id && f->build_id ? strcmp(p->build_id, f->build_id) == 0
	                                       : !p->build_id && !f->build_id;
	if (same)
		return result_ok();
	return result_error("'%s' is another build than the one that the run was begun with; put "
	                    "that one back, or begin again with `scree check`",
	                    p->path);
}

static struct result open_store(struct kept_run *k)
{
	char *path = run_dir_file(&k->dir, RUN_DIR_STORE);
	struct result r = store_open(&k->store, path);
	mem_free(path);
	return r;
}

/* The words of then are parsed again, where they were written. */
static struct result parse_again(struct kept_run *k, kept_run_parse *parse)
{
	struct run_facts *f = &k->facts;
	if (chdir(f->directory) != 0)
		return result_errno("the run was begun in '%s', which cannot be entered",
		                    f->directory);
	size_t n = f->words.n;
	vec_push(&f->words, NULL);
	vec_push(&f->variables, NULL);
	struct result r = parse(&k->options, (int)n, f->words.at);
	/* As many as there were processors then. */
	k->options.deepen.jobs = f->slots;
	k->dir.fresh = !k->options.keep.dir;
	return r;
}

static struct result open_program(struct kept_run *k)
{
	char *copy = run_dir_file(&k->dir, RUN_DIR_PROGRAM);
	struct result r = program_open_again(&k->program, k->facts.program, k->facts.path, copy);
	mem_free(copy);
	GUARD(r);
	return check_build(&k->program, &k->facts);
}

struct result kept_run_open(struct kept_run *k, const char *dir, kept_run_parse *parse)
{
	*k = (struct kept_run){.dir.lock_fd = -1};
	GUARD(run_dir_open(&k->dir, dir));
	GUARD(open_store(k));
	GUARD(store_get_facts(&k->store, &k->facts));
	GUARD(parse_again(k, parse));
	return open_program(k);
}

void kept_run_release(struct kept_run *k)
{
	program_release(&k->program);
	exec_options_release(&k->options.exec);
	run_facts_release(&k->facts);
	store_close(&k->store);
	run_dir_release(&k->dir);
}
