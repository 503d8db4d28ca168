#!/bin/sh
# SPDX-License-Identifier: MIT
# install-deps.sh [build|lint]: installs the Debian packages that building and testing scree needs; nothing if
# they are all there. build: without those that only tests need. lint: with those that `make lint` needs.
# docs/dependencies.md says what each of them is for.
set -eu

packages="build-essential cmake ninja-build libdw-dev libsqlite3-dev"
if [ "${1-}" != build ]; then
	packages="$packages clang libclang-rt-dev libcmocka-dev gdb chromium libxml2-utils zsh"
	# Any node or Python will do, whether or not it came as a package.
	command -v node >/dev/null || packages="$packages nodejs"
	command -v npm >/dev/null || packages="$packages npm"
	command -v python3 >/dev/null || packages="$packages python3"
fi
if [ "${1-}" = lint ]; then
	packages="$packages clang-format clang-tidy cppcheck shellcheck"
fi

missing=""
for package in $packages; do
	status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) || status=absent
	[ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
	as_root=""
elif sudo -n true 2>/dev/null; then
	as_root="sudo"
else
	echo "scree needs packages that are not installed. Run this, then try again:" >&2
	echo "    sudo apt-get install -y$missing" >&2
	exit 2
fi

echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086 # both are lists of words
$as_root apt-get update -q && $as_root apt-get install -q -y --no-install-recommends $missing
