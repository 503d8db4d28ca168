#!/bin/bash
# SPDX-License-Identifier: MIT
# Which loops are found does not depend on how the runtime is compiled. Another compiler builds it here,
# without optimisation, and programs with loops must come to the same numbers with both runtimes:
# executions, events, choices, threads blocked in loops. VARIANT_LIBDIR gives a runtime instead.
# shellcheck source=tests/driver/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/program-lib.sh
. "$source/tests/program-lib.sh"

# other_compiler: the one of gcc and clang that did not build the tool, if it is there.
other_compiler() {
	local built
	built=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$(dirname "$SCREE")/CMakeCache.txt")
	case $built in
	*clang*) command -v gcc ;;
	*) command -v clang ;;
	esac || echo "$built"
}

variant=${VARIANT_LIBDIR-}
if [ -z "$variant" ]; then
	passes "configure" cmake -S "$source" -B variant --log-level=WARNING \
		-DCMAKE_C_COMPILER="$(other_compiler)" -DCMAKE_BUILD_TYPE=Debug
	passes "build" cmake --build variant -j 2 --target runtime
	variant=$work/variant/lib/scree
fi

# summary: what counts in the JSON of a run.
summary() {
	grep -oE '^  "(verdict|executions|events|choices|threads)": .*|^    "[a-z_]*": [0-9]+|"kind": "[a-z-]*"'
}

# numbers LIBDIR COMPILER FILE: what comes of the program with that runtime.
numbers() {
	local flags options
	words flags "$(compiler_flags "$3" "$2")"
	words options "$(header "$3" options)"
	SCREE_LIBDIR=$1 SCREE_CC=$2 "$SCREE" cc -O1 "$3" "${flags[@]}" -o prog || return
	"$SCREE" run "${options[@]}" --max-events=5000 --json ./prog 2>&1 </dev/null | summary
	"$SCREE" check -j 1 -n 300 --pp=everywhere --max-events=5000 --minimize=0 --findings=none \
		--run-dir=none --json ./prog 2>&1 </dev/null | summary
}

own=$(dirname "$SCREE")/lib/scree
compared=0 blocked=0
for file in "$source"/tests/programs/liveness/*.c; do
	case $file in
	*/silent_loop.c) continue ;; # announces nothing: it is found by a clock
	esac
	for compiler in gcc clang; do
		command -v "$compiler" >/dev/null || continue
		wanted "$file" "$compiler" O1 || continue
		numbers "$own" "$compiler" "$file" >first
		numbers "$variant" "$compiler" "$file" >second
		cmp -s first second ||
			fail "$compiler -O1 $file: $(diff first second | grep '^[<>]' | tr -s '\n ' ' ')"
		compared=$((compared + 1))
		! grep -qE '"spins": [1-9]' first || blocked=$((blocked + 1))
	done
done
[ "$compared" -ge 20 ] || fail "only $compared programs compared"
[ "$blocked" -ge 10 ] || fail "only $blocked programs have loops in which threads are blocked"
verdict
