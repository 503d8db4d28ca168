#!/bin/bash
# SPDX-License-Identifier: MIT
# What `scree run` says to bad input, and that it leaves nothing behind: no process, no file.
# SCREE is the tool; status 1 where something is not as it should be.
set -u
: "${SCREE:?the scree to test}"
SCREE=$(realpath "$SCREE")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
cd "$work" || exit 1
failures=0

fail() {
	echo "FAIL: $*" >&2
	failures=$((failures + 1))
}

# expect STATUS TEXT ARGS...: `scree run ARGS` ends with that status and says that text on stderr;
# nothing at all where the text is empty.
expect() {
	local status=$1 text=$2 got
	shift 2
	"$SCREE" run "$@" >out 2>err </dev/null
	got=$?
	[ "$got" = "$status" ] || fail "run $*: status $got instead of $status: $(cat err)"
	if [ -z "$text" ]; then
		[ ! -s err ] || fail "run $*: says: $(cat err)"
	else
		grep -qF -- "$text" err || fail "run $*: no '$text' in: $(cat err)"
	fi
	[ -z "$(ls "$TMPDIR")" ] || fail "run $*: left $(ls "$TMPDIR") behind"
}

compile() {
	"$SCREE" cc -g "$1" -o "$2" || fail "cannot compile $1"
}

# Is there still a process that runs this file?
running() {
	local exe
	for exe in /proc/[0-9]*/exe; do
		[ "$(readlink "$exe" 2>/dev/null)" = "$1" ] && return 0
	done
	return 1
}

gone() {
	for _ in $(seq 50); do
		running "$1" || return 0
		sleep 0.1
	done
	return 1
}

cat >ok.c <<'END'
int main(int argc, char **argv) { (void)argv; return argc > 1 ? 3 : 0; }
END
cat >loop.c <<'END'
#include <stdio.h>
int main(void)
{
	puts("started");
	fflush(stdout);
	for (volatile unsigned i = 0;; i++)
		;
}
END
cat >constructor.c <<'END'
__attribute__((constructor)) static void crash(void) { *(volatile int *)0 = 1; }
int main(void) { return 0; }
END
echo 'int main(void) { return no_such_variable; }' >broken.c
compile ok.c ok
compile loop.c loop
compile constructor.c constructor

# --- the command line
expect 2 "which program?"
expect 2 "unknown option --executoins; did you mean --executions?" --executoins=3 ./ok
expect 2 "--executions needs a value" --executions
expect 2 "'many' is not a number" --executions=many ./ok
expect 2 "0 executions show nothing" --executions=0 ./ok
expect 2 "'sometimes' is no class of preemption points" --pp=sometimes ./ok
expect 2 "is not a duration" --stuck-after=soon ./ok
expect 2 "use snapshot or fork" --isolate=vm ./ok
expect 2 "use text, json or none" --trace=xml ./ok
expect 2 "1 KB; give 16 to" --stack=1 ./ok
expect 0 "" --help

# --- the file
expect 2 "there is no file './missing'" ./missing
expect 2 "there is no 'missing-everywhere', neither in the current directory nor in PATH" \
	missing-everywhere
expect 2 "there is no file 'missing.c'" missing.c
mkdir directory
expect 2 "'./directory' is a directory" ./directory
expect 2 "'./directory' is a directory" directory
mkfifo pipe
expect 2 "is not a regular file" ./pipe
cp ok not-executable
chmod -x not-executable
expect 2 "is not executable" ./not-executable
printf '#!/bin/sh\nexit 0\n' >script
chmod +x script
expect 2 "is not an ELF executable" ./script
: >empty
chmod +x empty
expect 2 "is not an ELF executable" ./empty
head -c 100 ok >truncated
chmod +x truncated
expect 2 "'./truncated'" ./truncated
expect 2 "was not built with scree" "$(command -v true)"
# One that another scree has built: the note in it says so.
version=$("$SCREE" version | cut -d' ' -f2)
LC_ALL=C sed "s/scree\x00\x00\x00${version//./\\.}/scree\x00\x00\x009.8.7/" ok >other
chmod +x other
cmp -s ok other && fail "no version to change in a program"
expect 2 "'./other' was built by scree 9.8.7 and this is scree $version; build it again" ./other
"$SCREE" cc -c ok.c -o ok.o && chmod +x ok.o
expect 2 "is not linked" ./ok.o
cp ok other-machine
printf '\267\000' | dd of=other-machine bs=1 seek=18 conv=notrunc status=none
expect 2 "is not an x86-64 program" ./other-machine
version=$("$SCREE" version | sed 's/^scree //')
LC_ALL=C sed "s/\(scree[^0-9]*\)$version/\1${version//?/9}/" ok >other-version
chmod +x other-version
expect 2 "and this is scree $version; build it again" ./other-version
expect 2 "'broken.c' does not compile" broken.c

# --- what is found
expect 0 "" ok
expect 0 "" ./ok argument
expect 1 "" --exit-status ./ok argument
expect 1 "" --exit-status ./ok -- argument
expect 0 "" ok.c
expect 1 "" ./constructor
grep -q "^segfault: " out || fail "a crash in a constructor is not told: $(cat out)"
expect 1 "" --stuck-after=300ms ./loop
grep -q "^infinite-loop: " out || fail "an endless loop is not told: $(cat out)"

# --- schedule files and other files
expect 2 "cannot open 'missing.schedule'" --schedule=missing.schedule ./ok
echo "hello" >not-a-schedule
expect 2 "not-a-schedule: line 1: not a schedule file" --schedule=not-a-schedule ./ok
expect 0 "" --save-schedule=saved ./ok
expect 0 "" --schedule=saved ./ok
head -n 2 saved >cut-off
expect 2 "it is cut off" --schedule=cut-off ./ok
expect 2 "leave --pp and the rules" --schedule=saved --pp=yield ./ok
sed 's/^build-id .*/build-id 00/' saved >other-build
expect 0 "is not the build" --schedule=other-build ./ok
sed 's/^choices/option summary=stolen\n&/' saved >stolen-option
expect 2 "unknown option --summary" --schedule=stolen-option ./ok
expect 2 "cannot write '/nonexistent/file'" --save-schedule=/nonexistent/file ./ok
expect 2 "cannot write '/nonexistent/file'" --summary=/nonexistent/file ./ok
if [ -w /dev/full ]; then
	expect 2 "cannot write '/dev/full': No space left on device" --summary=/dev/full ./ok
fi
if [ -w /dev/full ]; then
	"$SCREE" run ./ok >/dev/full 2>err
	[ $? = 2 ] || fail "a full disk behind standard output is not told"
fi
"$SCREE" run -t ./ok 2>err | true
[ ! -s err ] || fail "a reader that leaves early: $(cat err)"
expect 2 "--stdin: cannot open 'missing'" --stdin=missing ./ok

# --- JSON, also where nothing could run
"$SCREE" run --json ./missing >out 2>err
grep -q '"verdict": "error"' out || fail "--json says nothing of an error"

# --- signals: Ctrl-C, kill, hang-up; while running and while compiling
for signal in INT TERM HUP; do
	env --default-signal=INT,TERM,HUP "$SCREE" run --stuck-after=1h loop.c >out 2>err &
	pid=$!
	for _ in $(seq 100); do
		grep -q started out && break
		sleep 0.1
	done
	exe=$(readlink "$(grep -lF loop /proc/[0-9]*/comm 2>/dev/null | head -n 1 | sed 's/comm$/exe/')")
	kill -"$signal" "$pid"
	wait "$pid"
	status=$?
	[ "$status" = 2 ] || fail "SIG$signal: status $status"
	grep -q "interrupted" out || fail "SIG$signal: no summary: $(cat out err)"
	[ -n "$exe" ] && { gone "$exe" || fail "SIG$signal: $exe still runs"; }
	[ -z "$(ls "$TMPDIR")" ] || fail "SIG$signal: left $(ls "$TMPDIR") behind"
done

# --- the controller killed outright: the worker goes with it
"$SCREE" run --stuck-after=1h ./loop >out 2>err &
pid=$!
for _ in $(seq 100); do
	grep -q started out && break
	sleep 0.1
done
running "$work/loop" || fail "the worker does not run"
kill -KILL "$pid"
wait "$pid" 2>/dev/null
gone "$work/loop" || fail "the worker outlives its controller"

[ "$failures" = 0 ] || { echo "$failures failures in $here" >&2 && exit 1; }
echo "ok"
