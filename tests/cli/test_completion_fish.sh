#!/bin/bash
# SPDX-License-Identifier: MIT
# fish, with the script that `scree completion fish` prints, offers what commands take.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/completion-lib.sh
. "$here/completion-lib.sh"
need fish
"$SCREE" completion fish >"$work/scree.fish" || exit 1

# Words have a description behind a tab. Values come with their option, directories with a slash.
cat >"$work/complete.fish" <<'END'
source $argv[1]
for line in $argv[2..]
	set -l words
	for word in (complete -C "$line" | string replace -r '\t.*' '')
		set -a words (string replace -r '^--[a-z-]+=|/$' '' -- $word)
	end
	string join ' ' -- (printf '%s\n' $words | sort -u)
end
END
compare timeout 120 fish --no-config "$work/complete.fish" "$work/scree.fish"
