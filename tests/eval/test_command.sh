#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/eval as people use it: a small corpus, wrong usage, programs that cannot be used, Ctrl-C.
set -uo pipefail
command -v python3 >/dev/null || exit 77
here=$(cd "$(dirname "$0")" && pwd)
eval_command=$here/../../bench/eval
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work
failed=0

complain() {
	echo "FAIL: $*"
	failed=1
}

# expect STATUS PATTERN ARGUMENTS...: bench/eval ends like that and says something like that.
expect() {
	local wanted=$1 pattern=$2 status=0
	shift 2
	"$eval_command" --scree="$SCREE" --output="$work/out" "$@" >"$work/said" 2>&1 || status=$?
	[ "$status" = "$wanted" ] || complain "status $status, not $wanted: $* ($(tail -n 2 "$work/said"))"
	grep -qE -- "$pattern" "$work/said" || complain "does not say '$pattern': $* ($(tail -n 2 "$work/said"))"
}

# A corpus whose answers are known. Twice the same, apart from times.
columns=1-6,9-10,12-
modes="deepen,single,everywhere-dfs"
expect 0 '^\| deepen \| 2 of 2 \| 2 of 2 \| 0 \| 0 ' --modes=$modes "$here/corpus"
expect 0 '^\| single \| 1 of 2 \| 2 of 2 \| 1 \| 0 ' --modes=$modes --resume "$here/corpus"
[ "$(wc -l <"$work/out/runs.csv")" = 13 ] || complain "runs.csv: $(wc -l <"$work/out/runs.csv") lines, not 13"
for file in report.md report.html bugs-cpu.svg bugs-wall.svg verified-cpu.svg verified-wall.svg; do
	[ -s "$work/out/$file" ] || complain "no $file"
done
grep -q '<svg' "$work/out/report.html" || complain "no figures in report.html"
mv "$work/out" "$work/first"
expect 0 everywhere-dfs --modes=everywhere-dfs,single --jobs=1 "$here/corpus"
cmp <(grep -v deepen, "$work/first/runs.csv" | cut -d, -f$columns) <(cut -d, -f$columns "$work/out/runs.csv") ||
	complain "a second run came to something else"

# The sections of a document.
printf 'a\n<!-- eval:summary -->\n<!-- /eval -->\n<!-- eval:figure-bugs-cpu -->\n<!-- /eval -->\nb\n' >"$work/doc.md"
expect 0 . --modes=everywhere-dfs,single --resume --doc="$work/doc.md" "$here/corpus"
grep -q '^| everywhere-dfs | 2 of 2 ' "$work/doc.md" || complain "the document was not filled"
[ -s "$work/doc/bugs-cpu.svg" ] || complain "no figure beside the document"
echo "nothing marked" >"$work/doc.md"
expect 2 'no section marked' --modes=everywhere-dfs,single --resume --doc="$work/doc.md" "$here/corpus"

# Wrong usage.
expect 2 'usage:'
expect 2 "no mode 'deepest'" --modes=deepest "$here/corpus"
expect 2 "'0s' is not a time" --budget=0s "$here/corpus"
expect 2 "'soon' is not a time" --cpu-budget=soon "$here/corpus"
expect 2 "'0' is not a number" --jobs=0 "$here/corpus"
expect 2 'No such file' "$work/nowhere"
expect 2 'no programs to run' --only='x/*' "$here/corpus"
expect 2 'cannot run .*/no-tool: No such file' --scree="$work/no-tool" "$here/corpus"
expect 2 'of other settings' --modes=single --resume "$here/corpus"
expect 2 'File exists|Not a directory' --output="$work/said" "$here/corpus"

# Programs that cannot be used, do not compile, or are not as their header says; the others are run.
mkdir -p "$work/bad/f"
ln -s nowhere "$work/bad/f/gone.c"
printf '// bug: abort\nint main(void) { return x; }\n' >"$work/bad/f/syntax.c"
sed 's/bug: deadlock/bug: abort/' "$here/corpus/mutex/order.c" >"$work/bad/f/other.c"
expect 1 'gone.c: cannot be read' --modes=single "$work/bad"
grep -q 'f/syntax .*does not compile: .*syntax.c' "$work/out/report.md" || complain "nothing about syntax.c"
grep -q 'f/other | buggy | single | other-finding: deadlock' "$work/out/report.md" || complain "nothing about other.c"
grep -q '^f,f/other,fixed,single,verified' "$work/out/runs.csv" || complain "the fixed twin of other.c was not run"

# Ctrl-C: what was run is written.
mkdir -p "$work/stop/f"
echo '// bug: abort' | tee "$work/stop/f/quick.c" >"$work/stop/f/waits.c"
FAKE_BEGUN=$work/begun env --default-signal=INT "$eval_command" --scree="$here/fake_scree.sh" --output="$work/stopped" \
	--modes=deepen --jobs=1 "$work/stop" >"$work/said" 2>&1 &
pid=$!
while [ ! -e "$work/begun" ] && kill -0 $pid 2>/dev/null; do
	read -rt 0.05 <> <(:) || true
done
kill -INT $pid
status=0
wait $pid || status=$?
[ $status = 3 ] || complain "Ctrl-C: status $status"
left=$(cat "$work/begun")
if grep -qs fake_scree "/proc/$left/cmdline"; then
	complain "Ctrl-C: a process is left behind"
	kill -KILL "$left"
fi
grep -q '^f,f/quick,fixed,deepen,verified' "$work/stopped/runs.csv" || complain "Ctrl-C: the report has nothing"
grep -q 'f/waits' "$work/stopped/runs.csv" && complain "Ctrl-C: the report has a run that was stopped"
exit $failed
