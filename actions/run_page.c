/* SPDX-License-Identifier: MIT */
#include "actions/run_page.h"

#include "actions/check_result.h"
#include "jobs/store/restore.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

bool is_run_dir(const char *path)
{
	struct stat s;
	return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static struct result tell(struct kept_run *k, struct controller *c, struct run_keeper *keeper,
                          struct buf *page)
{
	history_vec history = {0};
	struct result r = controller_restore(c, keeper, &k->facts);
	if (!result_failed(r))
		r = store_history(&keeper->store, &history);
	if (!result_failed(r)) {
		bool left = controller_conclude(c);
		struct check_report report = {.options = &k->options,
		                              .program = &k->program,
		                              .outcome = &c->total,
		                              .jobs = &c->deepening,
		                              .run_dir = left ? keeper->dir.shown : NULL,
		                              .history = &history};
		r = check_page(&report, page);
	}
	vec_release(&history);
	return r;
}

/* The keeper is there to be read from; it is no log of the controller, so that it writes nothing.
 */
static struct result restore_and_tell(struct kept_run *k, struct buf *page)
{
	struct job_set fixed = job_set_of(k->options.exec.pp_set);
	struct controller_options how = deepen_options(&k->options, &k->program, &fixed);
	struct run_keeper keeper;
	struct controller c;
	run_keeper_resume(&keeper, &(struct run_keeper_options){0}, &k->dir, &k->store);
	controller_init(&c, &how);
	struct result r = tell(k, &c, &keeper, page);
	controller_release(&c);
	run_keeper_release(&keeper);
	job_set_release(&fixed);
	return r;
}

struct result run_page(const char *dir, kept_run_parse *parse, struct buf *page)
{
	struct kept_run k;
	int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (here < 0)
		return result_errno("cannot open the current directory");
	struct result r = kept_run_open(&k, dir, parse);
	if (!result_failed(r))
		r = restore_and_tell(&k, page);
	kept_run_release(&k);
	if (fchdir(here) != 0 && !result_failed(r))
		r = result_errno("cannot go back to the current directory");
	close(here);
	return r;
}
