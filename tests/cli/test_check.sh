#!/bin/bash
# SPDX-License-Identifier: MIT
# What `scree check` says and writes: verdicts, exit status, finding files, summaries.
COMMAND=check
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"

# --- the command line
expect 2
says err "which program?"
expect 2 --reductoin=none ./lock
says err "did you mean --reduction?"
expect 2 --reduction=some ./lock
says err "use optimal, dpor or none"
expect 2 --strategy=best ./lock
says err "use dfs, icb, random:SEED or pct:DEPTH:SEED"
expect 2 --strategy=pct:3 ./lock
says err "a depth and a seed are needed"
expect 2 --strategy=pct:0:1 ./lock
says err "a depth is 1 to"
expect 2 --strategy=random:1 ./lock
says err "never ends by itself; give --max-executions or --time"
expect 2 --strategy=random:1 -n 10 --bound=2 ./lock
says err "are for dfs and icb"
expect 2 --max-executions=0 ./lock
says err "0 executions show nothing"
expect 2 --findings= ./lock
says err "give a directory, or none"
expect 2 ./missing
says err "there is no file './missing'"
expect 0 --help
says out "usage: scree check"

# --- verified
expect 0 ./lock
line out "verified: all 20 schedules of this test that differ were run"
[ ! -s err ] || fail "says: $(cat err)"
[ ! -e scree-findings ] || fail "a directory for no findings"
expect 0 lock.c
line out "verified: all 20 schedules of this test that differ were run"
expect 0 --isolate=fork ./lock
line out "verified: all 20 schedules of this test that differ were run"
expect 0 --reduction=dpor ./lock
says out "verified: all schedules of this test that differ were run, in "
expect 0 --pp=all ./lock
line out "verified for preemption at all synchronization: all 20 schedules of this test that differ were run"
expect 0 --pp=all --reduction=none ./lock
says out "schedules of this test were run"
expect 0 -q ./lock
[ ! -s out ] || fail "-q prints: $(cat out)"

# --- neither
expect 3 --bound=1 ./lock
says out "not verified: --bound=1 left out "
line out "completed: no schedule with at most 1 preemption fails"
expect 3 --strategy=dfs --bound=1 ./lock
line out "completed: no schedule with at most 1 preemption fails"
grep -q "repeated" out && fail "dfs repeats: $(cat out)"
expect 0 --strategy=icb ./lock
says out "verified: all schedules of this test that differ were run, in "
says out "executions repeated what a smaller bound had run"
expect 0 --bound=20 ./lock
says out "verified: all schedules"
expect 3 --strategy=icb -n 30 ./lock
line out "completed: no schedule with at most 1 preemption fails"
says out ", for the schedules with at most 2 preemptions"
expect 3 --strategy=icb -n 30 --json ./lock
says out '"bound": {'
says out '"completed": 1,'
says out '"limit": null'
expect 3 --bound=0 --json ./lock
says out '"completed": 0,'
says out '"limit": 0'
expect 3 -n 5 ./lock
line out "not verified: --max-executions=5 was reached"
says out "left: about "
expect 3 --max-depth=10 ./lock
says out "not verified: --max-depth=10 cut 1 execution short"
expect 3 --strategy=random:7 -n 10 ./lock
says out "schedules were drawn by lot, which proves nothing"
expect 3 --strategy=pct:2:7 -n 10 ./lock
says out "a bug of depth 2 is found by one execution with a probability of at least "
expect 3 --strategy=pct:3:7 -n 10 --json ./lock
says out '"pct_probability": 0.0002'
expect 3 -t 1s --interval=100ms ./large
says out "not verified: the time was over"
says err "0 errors, "
expect 3 -t 500ms --isolate=fork ./large
says out "not verified: the time was over"
cat >writes.c <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static void *put(void *arg)
{
	int fd = open("written", O_WRONLY | O_CREAT | O_APPEND, 0666);
	if (write(fd, "x", 1) != 1)
		return NULL;
	close(fd);
	return arg;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, put, 0);
	pthread_join(a, 0);
	return 0;
}
END
expect 3 writes.c
says out "that wrote to files, which are not reset"
grep -q "^verified" out && fail "verified although files were written"

# --- Ctrl-C: the summary all the same
env --default-signal=INT "$SCREE" check --interval=100ms ./large >out 2>err &
pid=$!
for _ in $(seq 100); do
	grep -q "in all" err && break
	sleep 0.1
done
kill -INT "$pid"
wait "$pid"
status=$?
[ "$status" = 3 ] || fail "Ctrl-C: status $status: $(cat err)"
line out "not verified: interrupted"
says out "left: about "

# --- the fewest preemptions first
expect 1 --strategy=icb --findings=none ./lost
says out "first in execution 4, with 1 preemption"
line out "completed: no schedule with at most 0 preemptions fails"

# --- a finding and its file
expect 1 ./lost
says out "assertion: assertion \`n == want' failed"
says out "replay: scree replay scree-findings/lost-assertion-"
says out "finding: 1 so far; not everything was run"
[ "$(ls scree-findings)" = "$(cd scree-findings && echo lost-assertion-????????.scree)" ] ||
	fail "files: $(ls scree-findings)"
line "$(echo scree-findings/*)" "finding assertion"
line "$(echo scree-findings/*)" "at lost.c:18 main"
expect 1 --continue ./lost
says out "finding: 1 in all; all "
[ "$(find scree-findings -type f | wc -l)" = 1 ] || fail "the same bug has two files"
rm -r scree-findings
expect 1 --findings=none ./lost
[ ! -e scree-findings ] || fail "--findings=none saves"
expect 1 --findings=a/b ./lost
[ -n "$(ls a/b)" ] || fail "--findings=a/b saves nothing"
expect 1 --strategy=random:1 -n 10k ./lost

# --- where it cannot be saved: printed, shown as text, status 2
expect 2 --findings=lost.c ./lost
says out "assertion: assertion \`n == want' failed"
says err "cannot write 'lost.c/lost-assertion-"
says err "--findings=DIR chooses another place"
line err "finding assertion"
{
	( # pipes, since the limit is for every file
		trap '' XFSZ
		ulimit -f 1
		"$SCREE" check --findings=full ./lost 2 "$(printf '%03000d' 0)" </dev/null
		echo $? >status
	) 2>&1 >&3 | cat >err
} 3>&1 | cat >out
[ "$(cat status)" = 2 ] || fail "a full disk: status $(cat status): $(cat out err)"
says out "assertion: assertion \`n == want' failed"
says err "cannot write 'full/lost-assertion-"
[ -z "$(ls full)" ] || fail "half a file is left: $(ls full)"

# --- a program that does not repeat itself
for _ in 1 2 3 4 5; do
	"$SCREE" check -n 1000 ./odd >out 2>err </dev/null
	status=$?
	[ "$status" = 2 ] && break
done
[ "$status" = 2 ] || fail "a divergence: status $status: $(cat out err)"
says err "the program did not do again what it had done before: event "
says err "expected T"
grep -q "odd.c:[0-9]" err || fail "no place in: $(cat err)"

# --- JSON
expect 1 --summary=summary.json ./lost
for member in '"verdict": "finding"' '"executions": ' '"blocked_executions": 0' '"events": ' \
	'"elapsed_s": ' '"cpu_s": ' '"peak_rss_kb": ' '"estimate": {' '"counters": {' \
	'"kind": "assertion"' '"message": "assertion' '"file": "lost.c"' '"line": 18' '"thread": 0' \
	'"preemptions": 1' '"path": "scree-findings/lost-assertion-'; do
	says summary.json "$member"
done
expect 0 --json ./lock
says out '"verdict": "verified"'
says out '"command": "check"'
expect 3 --json -n 5 ./lock
says out '"verdict": "budget"'
expect 2 --json ./missing
says out '"verdict": "error"'
expect 2 --summary=/nonexistent/file ./lock
says err "cannot write '/nonexistent/file'"

finish
