#!/usr/bin/env zsh
# SPDX-License-Identifier: MIT
#
# usage: complete.zsh FOLDER LINE...
#
# What zsh offers when tab is pressed at the end of each line, with the completion functions in
# FOLDER: one line each, words sorted. An interactive zsh in a terminal of its own does it; compadd, by
# which completion functions offer words, writes them down there.
zmodload zsh/zpty || exit 2
work=$(mktemp -d) || exit 2
export offered=$work/offered folder=$1
shift

cat >$work/setup <<'END'
fpath=($folder $fpath)
autoload -Uz compinit && compinit -u -D
compadd() {
	local -a hits
	builtin compadd -A hits "$@"
	print -rn -- " $hits" >>$offered
	builtin compadd "$@"
}
offer() {
	zle list-choices
	print >>$offered
	zle kill-buffer
}
zle -N offer
bindkey '^I' offer
END

zpty shell TERM=dumb zsh -f -i || exit 2
zpty -w shell "source $work/setup"
for line; do
	zpty -w -n shell $line$'\t'
done
zpty -w shell exit
while zpty -r shell said; do :; done
while IFS= read -r line; do
	print -r -- ${(ou)=line}
done <$offered
rm -rf $work
