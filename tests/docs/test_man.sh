#!/bin/bash
# SPDX-License-Identifier: MIT
# Man pages: one for each command; the options of --help and of the page are the same.
set -u
: "${SCREE:?the scree to test}"
SCREE=$(realpath "$SCREE")
pages=$(cd "$(dirname "$0")/../../docs/man" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
	echo "FAIL: $*" >&2
	failures=$((failures + 1))
}

# The page as text, as far as words of options go: no fonts, plain dashes.
plain() {
	sed 's/\\f[A-Z]//g; s/\\-/-/g; s/"//g; s/^\.[A-Z]* //' "$1"
}

# has FILE OPTION: the option stands there as a whole word.
has() {
	grep -qE -- "(^|[^-a-z])$2([^-a-z]|\$)" "$1"
}

# Long and short options at the beginnings of lines of the help.
options_of_help() {
	sed -nE 's/^ +(-([a-zA-Z]), )?--([a-z-]+).*/\2 \3/p' "$1" | tr ' ' '\n' | grep . |
		sed -E 's/^.$/-&/; t; s/^/--/'
}

# Long options that begin an entry of the page: the line after .TP.
options_of_page() {
	grep -A1 '^\.TP' "$1" | sed 's/\\f[A-Z]//g; s/\\-/-/g' | grep -oE -- '--[a-z][a-z-]+' | grep -vx -- --help | sort -u
}

"$SCREE" help >commands
names=$(sed -nE 's/^  ([a-z+]+) .*/\1/p' commands)
[ "$(echo "$names" | wc -l)" -ge 10 ] || fail "few commands in: $(cat commands)"
plain "$pages/scree.1" >scree.txt
looked_at=0
for name in $names; do
	has scree.txt "${name//+/\\+}" || fail "scree.1 does not mention $name"
	case $name in
	c++ | help | version) continue ;; # scree-cc.1 and scree.1 have them
	esac
	page=$pages/scree-$name.1
	[ -f "$page" ] || { fail "no man page scree-$name.1" && continue; }
	has scree.txt "scree-$name" || fail "scree.1 does not refer to scree-$name(1)"
	[ "$name" != cc ] || continue # its options are the compiler's
	plain "$page" >page.txt
	"$SCREE" "$name" --help >help.txt || fail "$name --help: status $?"
	for option in $(options_of_help help.txt); do
		has page.txt "$option" || fail "scree-$name.1 lacks $option"
		looked_at=$((looked_at + 1))
	done
	for option in $(options_of_page "$page"); do
		has help.txt "$option" || fail "scree-$name.1 has $option, which --help lacks"
	done
done
[ "$looked_at" -gt 100 ] || fail "only $looked_at options were looked at"

if command -v groff >/dev/null; then
	for page in "$pages"/*.1; do
		said=$(groff -man -Tutf8 -ww -z "$page" 2>&1)
		[ -z "$said" ] || fail "$said"
	done
fi
[ "$failures" = 0 ] || { echo "$failures failures" >&2 && exit 1; }
echo "ok"
