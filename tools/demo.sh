#!/bin/sh
# SPDX-License-Identifier: MIT
# demo.sh SCREE: compiles an example for checking and shows what scree says, as a newcomer would see it.
set -eu

scree=$(realpath "$1")
cd "$(dirname "$0")/../examples"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

show() {
	echo
	echo "\$ scree $*"
	"$scree" "$@" || echo "(exit status $?)"
}

echo "Two threads count to two without a lock (examples/counter.c)."
show cc counter.c -o "$work/counter"
echo
echo "Started by hand it runs in one schedule that never varies, and all is well:"
"$work/counter"
echo
echo "In which schedule does it fail?"
show check --findings="$work" "$work/counter"
echo
echo "With a lock there is none:"
show check --findings=none counter_locked.c
