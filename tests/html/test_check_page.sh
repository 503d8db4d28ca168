#!/bin/bash
# SPDX-License-Identifier: MIT
# `scree check --html=FILE`: the page of the first finding, whatever else is printed.
COMMAND=check
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh
. "$here/../cli/lib.sh"

expect 1 --html=text.html ./lost
says text.html '"schema": "scree-report/1"'
says text.html '"replay": "scree replay scree-findings/'
says out "replay: scree replay"
expect 1 --quiet --json --html=json.html ./lost
cmp -s text.html json.html || fail "--json changes the page"
says out '"verdict": "finding"'
expect 1 --quiet --findings=none --html=unsaved.html ./lost
says unsaved.html '"replay": null'

expect 0 --html=none.html ./lock
[ ! -e none.html ] || fail "a page without a finding"
expect 2 --html=no/such/dir.html ./lost
says err "no/such/dir.html"
finish
