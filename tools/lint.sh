#!/bin/bash
# SPDX-License-Identifier: MIT
# lint.sh BUILD: every check that does not run the code. Configures BUILD/lint for clang-tidy. JOBS processes
# at a time (default: one a core). Prints the seconds of each check.
set -eu
cd "$(dirname "$0")/.."

build=$1/lint
jobs=${JOBS:-$(nproc)}
status=0
for tool in clang-format clang-tidy cppcheck shellcheck; do
	command -v "$tool" >/dev/null || {
		echo "make lint needs $tool; tools/install-deps.sh lint installs it" >&2
		exit 2
	}
done

# step NAME COMMAND...: runs a check and says how long it took.
step() {
	local name=$1 start=$SECONDS
	shift
	"$@" || {
		status=1
		name="$name FAILED"
	}
	echo "== $name ($((SECONDS - start)) s)"
}

# clang-tidy understands clang's options only, whichever compiler builds the rest.
cmake -S . -B "$build" -G Ninja --log-level=WARNING -DCMAKE_C_COMPILER=clang -DSCREE_FUZZ=ON >/dev/null

files() {
	git ls-files -co --exclude-standard "$@" | while IFS= read -r file; do
		[ ! -f "$file" ] || printf '%s\n' "$file"
	done
}
mapfile -t sources < <(files '*.c' '*.h')
mapfile -t scripts < <(files | xargs grep -lE -m 1 '^#!/bin/(ba)?sh')
# What CMake builds. Programs that are tested are not among it: they have mistakes on purpose.
mapfile -t code < <(files '*.c' | grep -vE \
	'^(tests/([^/]*/)?programs|tests/(programs-selftest|corpus-selftest|eval|golden)|examples|bench)/|^tests/html/markup.c')

# Each file has to be in the database of compiler commands: clang-tidy would guess the options of others.
# shellcheck disable=SC2317 # step calls it
check_database() {
	local file missing=0
	for file in "${code[@]}"; do
		grep -qF "\"file\": \"$PWD/$file\"" "$build/compile_commands.json" && continue
		echo "$file: CMake does not build it (unit tests need cmocka: tools/install-deps.sh)" >&2
		missing=1
	done
	return "$missing"
}

# The folder keeps what is known of files that did not change.
# shellcheck disable=SC2317 # step calls it
check_cppcheck() {
	mkdir -p "$build/cppcheck"
	cppcheck -q -j "$jobs" --cppcheck-build-dir="$build/cppcheck" --std=c11 \
		--enable=warning,performance,portability --inline-suppr --suppress=missingIncludeSystem \
		--error-exitcode=1 -D__x86_64__ -D_GNU_SOURCE -I . -I "$build/include" "${code[@]}"
}

# The analyzer gives up on a function after so many states. Half of its default takes half of the time; with a quarter
# it lost two of fourteen findings.
# shellcheck disable=SC2317 # step calls it
check_clang_tidy() {
	local result=0
	printf '%s\n' "${code[@]}" | xargs -P "$jobs" -n 4 clang-tidy -quiet -p "$build" \
		--extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg=max-nodes=120000 \
		>"$build/clang-tidy.out" 2>&1 || result=1
	grep -vE '^[0-9]+ warnings? generated\.$' "$build/clang-tidy.out" || true
	return "$result"
}

step "clang-format" clang-format --dry-run -Werror "${sources[@]}"
step "include direction" tools/check-includes.sh
step "words" tools/words --gate
step "shellcheck" shellcheck -x "${scripts[@]}"
step "compiler commands" check_database
step "cppcheck" check_cppcheck
step "clang-tidy" check_clang_tidy
exit "$status"
