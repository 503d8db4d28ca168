#!/bin/bash
# SPDX-License-Identifier: MIT
# `scree completion`: bash is driven as readline drives it; what is offered is what commands take.
COMMAND=completion
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/lib.sh"

# --- the command line
expect 2
says err "for which shell? there are bash fish zsh"
expect 2 tcsh
says err "'tcsh' is not known; there are bash fish zsh"
expect 0 --help
says out "source <(scree completion bash)"

# --- bash
"$SCREE" completion bash >scree.bash || exit 1
# shellcheck source=/dev/null
. ./scree.bash || exit 1
[ "$(complete -p scree)" = "complete -F _scree scree" ] || fail "complete -p: $(complete -p scree)"
mkdir -p place/within
touch place/prog place/prog.c "place/a b.c"

# offers EXPECTED WORDS...: completing the last of the words gives these, sorted.
offers() {
	local expected=$1 got
	shift
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	COMPREPLY=()
	pushd place >/dev/null || exit 1
	_scree
	popd >/dev/null || exit 1
	got=$(printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort | tr '\n' ' ')
	[ "${got% }" = "$expected" ] || fail "$*: offers '$got' instead of '$expected'"
}


# Commands; options, of which those with a value go on; words that a command knows.
offers "check" scree ch
offers "replay report resume" scree re
offers "--max-depth= --max-events= --max-executions=" scree check --max
offers "--json --json=" scree check --js
offers "--force --format=" scree report --fo
offers "loops-cut lost-wakeup" scree explain lo
offers "deadlock" scree explain deadl
offers "minimize" scree help mi
offers "bash fish zsh" scree completion ""
offers "" scree version ""
offers "" scree nonsense --

# Values: readline makes three words of --mode=de, unless COMP_WORDBREAKS has no =.
offers "deepen" scree check --mode = de
offers "deepen everywhere maximal single sync-only" scree check --mode =
offers "deepen" scree check --mode de
offers "--mode=deepen" scree check --mode=de
offers "random:" scree check --strategy = ra
offers "text" scree report -f te
offers "prog prog.c" scree check --stdin = pr
offers "within" scree check --findings w
offers "" scree check --bound ""
# --json takes no value from the next word.
offers "prog prog.c" scree check --json pr
offers "object" scree check --json = o

# What follows the program is its own; what follows a finding file is not.
offers "prog prog.c" scree check --mode = maximal -t 5s pr
offers "" scree check --mode = maximal prog --mo
offers "" scree run -- --sch
offers "--mode= --module=" scree check -t 5s -j 2 --leaks --mo
offers "--verbose" scree report some.scree --verb
offers "a b.c" scree check a
offers "within" scree resume ""

# --- every shell knows every option of every command
commands="check minimize replay report resume run"
for command in $commands; do
	"$SCREE" "$command" --help >help
	options=$(sed -nE 's/^ +(-., )?--([a-z-]+).*/\2/p' help | grep -vx help)
	[ "$(echo "$options" | wc -l)" -ge 6 ] || fail "$command: few options in: $(cat help)"
	"$SCREE" completion zsh | sed -n "/^	($command)\$/,/^		;;/p" >of-zsh
	"$SCREE" completion fish | grep -F "__fish_seen_subcommand_from $command'" >of-fish
	words=" $(_scree_words "$command options") "
	for option in $options; do
		case $words in
		*" --$option "* | *" --$option= "*) ;;
		*) fail "$command: bash does not offer --$option" ;;
		esac
		grep -qE -- "--$option(=|\[|\})" of-zsh || fail "$command: zsh does not offer --$option"
		grep -qF -- " -l $option " of-fish || fail "$command: fish does not offer --$option"
	done
done

# --- values that are offered are taken, and those that are taken are offered
# accepts COMMAND OPTION VALUE: the options before --help are read.
accepts() {
	local value=$3
	case $2$3 in
	*pct:) value=pct:2:1 ;;
	*:) value=${3}1 ;;
	esac
	"$SCREE" "$1" "$2=$value" --help >out 2>err || fail "$1 $2=$value: $(cat err)"
}

checked=0
for command in $commands; do
	for option in $(_scree_words "$command options"); do
		values=$(_scree_words "$command ${option%=}")
		case $option/$values in
		*[!=]/* | */ | */FILES | */DIRECTORIES) continue ;;
		esac
		for value in $values; do
			accepts "$command" "${option%=}" "$value"
			checked=$((checked + 1))
		done
		# A wrong value is answered by all that are known.
		"$SCREE" "$command" "$option@" x >out 2>err
		known=$(sed -nE 's/.*(; use|; there are) (.*)/\2/p' err | sed 's/, or a place.*//; s/ or /, /; s/, / /g')
		[ -n "$known" ] || [ "$option" = --schedule= ] || fail "$command ${option}@: $(cat err)"
		for value in $known; do
			case $option/" $values " in
			--schedule=/* | */*" ${value%%:*} "* | */*" ${value%%:*}: "*) ;;
			*) fail "$command $option is not completed with $value, which it takes" ;;
			esac
		done
	done
done
[ "$checked" -gt 40 ] || fail "only $checked values were looked at"

# --- shells that are here take the scripts
"$SCREE" completion zsh >_scree
"$SCREE" completion fish >scree.fish
if command -v zsh >/dev/null; then
	zsh -n _scree || fail "zsh does not take its script"
fi
if command -v fish >/dev/null; then
	fish -n scree.fish || fail "fish does not take its script"
fi
finish
