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
#
# A function that programs call becomes scree_body_X. X is an entry stub that saves the
# program's registers and jumps there (runtime/arch/x86_64/entry.S).
set -euo pipefail

: "${CC:=cc}" "${LD:=ld}" "${NM:=nm}" "${OBJCOPY:=objcopy}"
raw_names="memcpy memmove memset memcmp strlen"
# Called often and no operations; or called by the runtime, for a debugger to stop there.
without_stub='__tsan_func_(entry|exit)|scree_break_.*'
output=$1
shift
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# 1. One relocatable object, its writable data in one section. No section groups are left:
#    the program may have one of the same name, and the linker would drop ours.
$LD -r --force-group-allocation -T "$root/runtime/merge.ld" -o "$work/merged.o" "$@"

# 2. Names and types of what is not hidden. The raw functions step out of the way of the interposers.
$NM --defined-only -P "$work/merged.o" | cut -d' ' -f1 | sort -u >"$work/defined"
for name in $raw_names; do
	if grep -qxF "$name" "$work/defined"; then
		echo "$name scree_raw_$name"
	fi
done >"$work/raw"
$OBJCOPY --redefine-syms="$work/raw" --localize-hidden "$work/merged.o" "$work/private.o"
$NM --defined-only --extern-only -P "$work/private.o" | cut -d' ' -f1,2 | sort -u >"$work/public"

# 3. The runtime must not call what it interposes: it would meet itself.
cut -d' ' -f1 "$work/public" | sed -n 's/^scree_i_//p' | sort -u >"$work/interposed"
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

# 4. Entry stubs take the names of the functions that programs call, as weak or strong as those are.
: >"$work/entries.inc"
cp "$work/raw" "$work/rename"
while read -r name type; do
	public=${name#scree_i_}
	case $type in
	T) binding=.globl ;;
	W) binding=.weak ;;
	*) continue ;;
	esac
	[[ ! $public =~ ^($without_stub)$ ]] || continue
	echo "	entry $public, $binding" >>"$work/entries.inc"
	echo "$name scree_body_$public" >>"$work/rename"
done <"$work/public"
$CC -c -I "$root" -Wa,-I,"$work" -o "$work/entry.o" "$root/runtime/arch/x86_64/entry.S"
$OBJCOPY --redefine-syms="$work/rename" "$work/merged.o" "$work/bodies.o"
$LD -r -o "$work/whole.o" "$work/bodies.o" "$work/entry.o"

# 5. Hidden names become local; the stubs hide the functions they jump to. Every name that is still
#    global is for the program and its shared libraries.
$OBJCOPY --localize-hidden "$work/whole.o" "$work/final.o"
{
	echo "{"
	$NM --defined-only --extern-only -P "$work/final.o" | cut -d' ' -f1 | sort -u |
		sed 's/.*/\t"&";/'
	echo "};"
} >"$work/list"

mv "$work/list" "${output%.o}.list"
mv "$work/final.o" "$output"
