#!/bin/bash
# SPDX-License-Identifier: MIT
# Every folder has its line in the tables of docs/tour.md, and every path that the tour names exists.
# The folders of the tool stay small: few files in each, none too long, and none of a few lines
# unless it says why.
set -euo pipefail
cd "$(dirname "$0")/../.."

most_files=27   # in a folder
most_lines=500  # in a file
least_lines=60  # in a .c file, or its second line gives the reason: "/* Small: ..."
tool=(jobs report actions cli)

failed=0
fail() {
	echo "FAIL: $1"
	failed=1
}

for folder in base event race explore engine runtime "${tool[@]}"; do
	grep -qF "| \`$folder/\` |" docs/tour.md || fail "docs/tour.md does not say what $folder/ holds"
done
mapfile -t rooms < <(find jobs report cli -mindepth 1 -maxdepth 1 -type d | sort)
for folder in "${rooms[@]}"; do
	table="| in \`${folder%%/*}/\` |"
	awk -v table="$table" -v row="| \`${folder#*/}/\` |" '
		index($0, "| in ") == 1 { inside = index($0, table) == 1 }
		inside && index($0, row) == 1 { found = 1 }
		END { exit !found }' docs/tour.md || fail "docs/tour.md does not say what $folder/ holds"
done

# Names in capitals stand for any name.
paths=$(grep -ohE "\`(base|event|race|explore|engine|runtime|jobs|report|actions|cli|tests|tools|cmake|bench)/[a-z0-9_/.A-Z-]+\`" \
	docs/*.md | tr -d "\`" | sort -u)
[ "$(wc -l <<<"$paths")" -gt 20 ] || fail "the documents name hardly any path"
for path in $paths; do
	[[ $path =~ [A-Z]{3} ]] || [ -e "$path" ] || fail "a document names $path, which is not there"
done

mapfile -t folders < <(find "${tool[@]}" -type d)
for folder in "${folders[@]}"; do
	n=$(find "$folder" -maxdepth 1 -type f | wc -l)
	[ "$n" -le "$most_files" ] || fail "$folder/ has $n files, at most $most_files are wanted"
done
mapfile -t files < <(find "${tool[@]}" -name '*.c' -o -name '*.h' -o -name '*.py')
for file in "${files[@]}"; do
	n=$(wc -l <"$file")
	[ "$n" -le "$most_lines" ] || fail "$file has $n lines, at most $most_lines are wanted"
	if [[ $file == *.c ]] && [ "$n" -lt "$least_lines" ]; then
		sed -n 2p "$file" | grep -q '^/\* Small: ' ||
			fail "$file has $n lines: merge it, or say why in its second line: /* Small: ... */"
	fi
done
exit "$failed"
