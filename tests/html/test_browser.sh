#!/bin/sh
# SPDX-License-Identifier: MIT
# HTML reports in a real browser: Debian's chromium, driven by playwright-core. What comes from the npm
# registry is kept below the build directory and fetched once.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$(dirname "$SCREE")" && pwd)
work=$build/browser

for tool in node npm chromium; do
	command -v "$tool" >/dev/null || {
		echo "this test needs $tool: make deps installs it" >&2
		exit 1
	}
done

mkdir -p "$work"
if ! cmp -s "$here/package-lock.json" "$work/installed" || [ ! -d "$work/node_modules/playwright-core" ]; then
	cp "$here/package.json" "$here/package-lock.json" "$work"
	(cd "$work" && npm ci --no-audit --no-fund --loglevel=error)
	cp "$here/package-lock.json" "$work/installed"
fi

# A real finding and a real run, of a program whose strings are hostile.
rm -rf "$work/real"
mkdir -p "$work/real"
cd "$work/real"
status=0
"$SCREE" check --quiet --continue --run-dir=run --html=check.html "$here/markup.c" "$(printf '<i>\033\377')" >check.log 2>&1 || status=$?
[ "$status" = 1 ] || {
	cat check.log
	echo "scree check: status $status, not 1" >&2
	exit 1
}
"$SCREE" report --format=html --output=finding.html scree-findings/*.scree
"$SCREE" report --format=html --output=run.html run

exec node "$here/browser.mjs" "$build/tests/render-page" "$work"
