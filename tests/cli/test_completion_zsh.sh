#!/bin/bash
# SPDX-License-Identifier: MIT
# zsh, with the script that `scree completion zsh` prints, offers what commands take.
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/completion-lib.sh
. "$here/completion-lib.sh"
need zsh
"$SCREE" completion zsh >"$work/_scree" || exit 1
compare timeout 120 zsh -f "$here/complete.zsh" "$work"
