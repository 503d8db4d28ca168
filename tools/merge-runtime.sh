#!/bin/bash
# SPDX-License-Identifier: MIT
# merge-runtime.sh OUTPUT.o INPUT.o...
#
# Makes the one object that `scree cc` links into a tested program, and beside it
# OUTPUT.list, the names that the program must export to its shared libraries.
#
# Names in the inputs:
#   scree_i_X    what the program's call of X shall reach (weak, default visibility)
#   memcpy & co  raw copies for the runtime's own use (hidden)
#   the rest     hidden, except what programs call by that name (__tsan_*, scree_*)
set -euo pipefail

: "${LD:=ld}" "${NM:=nm}" "${OBJCOPY:=objcopy}"
raw_names="memcpy memmove memset memcmp strlen"
output=$1
shift
script_dir=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# 1. One relocatable object, its writable data in one section. No section groups are left:
#    the program may have one of the same name, and the linker would drop ours.
$LD -r --force-group-allocation -T "$script_dir/../runtime/merge.ld" -o "$work/merged.o" "$@"

# 2. The raw functions step out of the way of the interposers; hidden names become local.
$NM --defined-only -P "$work/merged.o" | cut -d' ' -f1 | sort -u >"$work/defined"
for name in $raw_names; do
	if grep -qxF "$name" "$work/defined"; then
		echo "$name scree_raw_$name"
	fi
done >"$work/raw"
$OBJCOPY --redefine-syms="$work/raw" --localize-hidden "$work/merged.o" "$work/private.o"

# 3. The runtime must not call what it interposes: it would meet itself.
$NM --defined-only -P "$work/private.o" | cut -d' ' -f1 |
	sed -n 's/^scree_i_//p' | sort -u >"$work/interposed"
$NM --undefined-only -P "$work/private.o" | cut -d' ' -f1 | sort -u >"$work/undefined"
calls=$(comm -12 "$work/interposed" "$work/undefined" | tr '\n' ' ')
if [ -n "$calls" ]; then
	echo "merge-runtime: the runtime calls functions that it interposes: $calls" >&2
	echo "merge-runtime: call the original through a pointer from dlsym instead. Callers:" >&2
	for name in $calls; do
		for object in "$@"; do
			if $NM --undefined-only -P "$object" | cut -d' ' -f1 | grep -qxF "$name"; then
				echo "    $name: $object" >&2
			fi
		done
	done
	exit 1
fi

# 4. The interposers take the names of what they stand for.
sed 's/.*/scree_i_& &/' "$work/interposed" >"$work/rename"
$OBJCOPY --redefine-syms="$work/rename" "$work/private.o" "$work/final.o"

# 5. Every name that is still global is for the program and its shared libraries.
{
	echo "{"
	$NM --defined-only --extern-only -P "$work/final.o" | cut -d' ' -f1 | sort -u |
		sed 's/.*/\t"&";/'
	echo "};"
} >"$work/list"

mv "$work/list" "${output%.o}.list"
mv "$work/final.o" "$output"
