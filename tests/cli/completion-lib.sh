# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by the tests that complete in a real shell: what is to be offered, whichever shell it is.
set -u
: "${SCREE:?the scree to test}"
SCREE=$(realpath "$SCREE")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Nothing of the user's: no history, no settings.
export HOME=$work XDG_CONFIG_HOME=$work XDG_DATA_HOME=$work
mkdir -p "$work/place/within"
touch "$work/place/prog" "$work/place/prog.c"
cd "$work/place" || exit 1

# need SHELL: this test cannot be run without it.
need() {
	command -v "$1" >/dev/null && return
	echo "skipped: $1 is not installed; what completes in it is tested where it is"
	exit 77
}

# A line, "->", and the words that are offered at its end, sorted; of a value without its option, of
# a directory without its slash.
cases='
scree ch -> check
scree re -> replay report resume
scree check --max -> --max-depth --max-events --max-executions
scree check --mode=de -> deepen
scree check --mode de -> deepen
scree check --mode= -> deepen everywhere maximal single sync-only
scree check --strategy=ra -> random:
scree check --stdin=pr -> prog prog.c
scree check --findings w -> within
scree check --json pr -> prog prog.c
scree check --json=o -> object
scree check --bound  ->
scree check -t 5s -j 2 --leaks --mo -> --mode --module
scree check --mode=maximal -t 5s pr -> prog prog.c
scree check --mode=maximal prog --mo ->
scree check -t 5s prog --mo ->
scree run -- --sch ->
scree run -- pr -> prog prog.c
scree report -f te -> text
scree report some.scree --verb -> --verbose
scree explain lo -> loops-cut lost-wakeup
scree help mi -> minimize
scree completion  -> bash fish zsh
scree resume  -> within
scree version  ->
scree nonsense -- ->
'

# compare COMMAND...: it prints, for each of the lines that follow it, one with what is offered.
compare() {
	local lines=() wanted=() got=() i failures=0
	while IFS= read -r case; do
		[ -n "$case" ] || continue
		lines+=("${case% ->*}")
		case=${case##*->}
		wanted+=("${case# }")
	done <<<"$cases"
	mapfile -t got < <("$@" "${lines[@]}")
	for i in "${!lines[@]}"; do
		[ "${got[i]-nothing}" = "${wanted[i]}" ] && continue
		echo "FAIL: '${lines[i]}': offers '${got[i]-nothing}' instead of '${wanted[i]}'" >&2
		failures=$((failures + 1))
	done
	[ $failures = 0 ] && echo "ok: ${#lines[@]} lines"
}
