# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # what run-program.sh has set
# Sourced by run-program.sh: the "check:" lines of a program's header.
#
#   // check: OPTIONS -> OUTCOME[, N schedules][, races A-B C-C][, no races]
#
# `scree check OPTIONS` comes to OUTCOME: verified, budget, or the kind of a finding, which lies at a
# line that ends in /* BUG */ if there is one. N: schedules that differ, all of them run. Races are
# named by lines: A is a line that ends in the comment A. All races are listed, in any order.

# check_value KEY: of the summary of `scree check`, a number or a word.
check_value() {
	sed -n "s/^  \"$1\": \"\{0,1\}\([a-z0-9]*\).*/\1/p; T; q" "$work/check.json"
}

check_outcome() {
	case $status:$verdict in
	0:verified) echo verified ;;
	3:budget) echo budget ;;
	1:finding) cut -d' ' -f1 <<<"${errors[check]%?}" | sort -u | paste -sd' ' ;;
	*) echo "status $status, verdict $verdict" ;;
	esac
}

# check_schedules: how many were run, or why that is no number to rely on.
check_schedules() {
	if [ "$(check_value complete)" != true ]; then
		echo "not all"
	else
		check_value executions # those that were given up half-way are not among them
	fi
}

# check_races: "A-B" for each pair of lines, sorted; a line without a name is its number.
check_races() {
	grep '^    "list": ' "$work/check.json" | sed 's/{"class"/\n&/g' | sed 1d |
		sed 's/"stack": .*//; s/"locks": \[[^]]*\]//g; s/"function"/\n&/g' |
		sed -n 's/^{"class".*/race/p; s/.*"file": .*"line": \([0-9]*\).*/\1/p' |
		awk -v file="$file" '
		function name(line) { return line in names ? names[line] : line }
		function flush() {
			if (first != "")
				print first < second ? first "-" second : second "-" first
			first = second = ""
		}
		BEGIN {
			for (n = 1; (getline text < file) > 0; n++)
				if (match(text, /\/\* [a-zA-Z0-9]+ \*\/$/))
					names[n] = substr(text, RSTART + 3, RLENGTH - 6)
		}
		/race/ { flush(); next }
		first == "" { first = name($1); next }
		{ second = name($1) }
		END { flush() }' | sort -u | paste -sd' '
}

# check_sorted PAIRS...: the same in the order of check_races.
check_sorted() {
	tr ' ' '\n' <<<"$*" | awk -F- 'NF == 2 { print $1 < $2 ? $1 "-" $2 : $2 "-" $1 }' |
		sort -u | paste -sd' '
}

# check_term TERM: what is wrong with it, or nothing.
check_term() {
	local got
	case $1 in
	"no races")
		got=$(check_races)
		[ -z "$got" ] || echo "races $got"
		;;
	"races "*)
		got=$(check_races)
		[ "$got" = "$(check_sorted "${1#races }")" ] || echo "races ${got:-none}"
		;;
	*" schedules")
		got=$(check_schedules)
		[ "$got" = "${1% schedules}" ] || echo "$got schedules"
		;;
	*)
		got=$(check_outcome)
		[ "$got" = "$1" ] || echo "$got"
		;;
	esac
}

# check_finding_place: is every finding at a line that is marked?
check_finding_place() {
	local line path
	while read -r _ line path _; do
		check_place "$line" "$path" || echo "$path:$line"
	done <<<"${errors[check]%?}"
}

# check_line LINE
check_line() {
	local options=${1%%-> *} wanted=${1#*-> } term wrong
	run check "$scree check --findings=none --minimize=0 --json $options $work/prog"
	while IFS= read -r term; do
		wrong=$(check_term "$term")
		[ -z "$wrong" ] || fail "check: expected $term, got $wrong" "${command[*]}"
	done < <(tr ',' '\n' <<<"$wanted" | sed 's/^ *//')
	[ "$status" -ne 1 ] || wrong=$(check_finding_place)
	[ "$status" -ne 1 ] || [ -z "$wrong" ] || fail "check: a finding at $wrong" "${command[*]}"
}

check_lines() {
	local line
	while IFS= read -r line; do
		check_line "$line"
	done < <(sed -n -e '/^\/\/ /!q' -e 's|^// check: *||p' "$file")
}
