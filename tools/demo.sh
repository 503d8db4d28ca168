#!/bin/sh
# SPDX-License-Identifier: MIT
# demo.sh SCREE: compiles an example for checking and runs it, as a newcomer would.
set -eu

scree=$1
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

show() {
	echo "\$ $*"
	"$@"
}

show "$scree" cc examples/counter.c -o "$work/counter"
echo "A program built for checking still runs by hand, in one schedule that never varies:"
show "$work/counter"
