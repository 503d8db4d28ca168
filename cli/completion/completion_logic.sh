# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Bash completion of scree. `scree completion bash` prints this, and after it _scree_words with the words.
#
# _scree_words KEY prints what may stand at a place:
#   commands                the commands
#   COMMAND options         its options; "=" at the end: a value follows
#   COMMAND words           what follows them: words, or FILES, DIRECTORIES, PROGRAM
#   COMMAND takes           options that take the next word where no "=" follows
#   COMMAND --OPTION        words for its value, or FILES, DIRECTORIES; nothing: anything

# Offers words, files or directories that begin with $1. $2: what stands before it in the same word.
_scree_offer() {
	local cur=$1 before=$2 words=$3 i
	case $words in
	FILES | PROGRAM) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
	DIRECTORIES) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
	*) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur") ;;
	esac
	case $words in
	FILES | PROGRAM | DIRECTORIES) compopt -o filenames 2>/dev/null ;;
	esac
	for i in "${!COMPREPLY[@]}"; do
		COMPREPLY[i]=$before${COMPREPLY[i]}
		case ${COMPREPLY[i]} in
		*[=:]) compopt -o nospace 2>/dev/null ;;
		esac
	done
}

# Sets place to "value OPTION" or "word", or to "program" where the words of the program have begun.
_scree_place() {
	local i=2 takes word
	takes=" $(_scree_words "$command takes") "
	place=word
	while [ "$i" -lt "$COMP_CWORD" ]; do
		word=${COMP_WORDS[i]}
		if [ "${word#-}" = "$word" ] || [ "$word" = -- ]; then
			[ "$(_scree_words "$command words")" != PROGRAM ] || place=program
			[ "$place" != program ] || return
			i=$((i + 1))
		elif [ "${COMP_WORDS[i + 1]}" = = ]; then
			[ "$COMP_CWORD" -gt $((i + 2)) ] || place="value $word"
			i=$((i + 3))
		elif [ "${takes#* "$word" }" != "$takes" ]; then
			[ "$COMP_CWORD" -gt $((i + 1)) ] || place="value $word"
			i=$((i + 2))
		else
			i=$((i + 1))
		fi
	done
}

_scree() {
	local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} place
	COMPREPLY=()
	if [ "$COMP_CWORD" = 1 ]; then
		_scree_offer "$cur" "" "$(_scree_words commands)"
		return
	fi
	_scree_place
	[ "$cur" != = ] || cur=
	case $place/$cur in
	value*) _scree_offer "$cur" "" "$(_scree_words "$command ${place#value }")" ;;
	program/*) _scree_offer "$cur" "" FILES ;;
	word/--*=*) _scree_offer "${cur#*=}" "${cur%%=*}=" "$(_scree_words "$command ${cur%%=*}")" ;;
	word/-*) _scree_offer "$cur" "" "$(_scree_words "$command options")" ;;
	word/*) _scree_offer "$cur" "" "$(_scree_words "$command words")" ;;
	esac
}
complete -F _scree scree

