#!/bin/bash
# SPDX-License-Identifier: MIT
# A tool that answers like scree, for tests of bench/eval. What `check` does is the name of the program:
#
#   quick    says at once that it found nothing
#   busy     uses the processor until SIGINT, then says that its time was over
#   deaf     ignores SIGINT and never ends
#   silent   ends with status 2 and a message
#   waits    writes its pid to the file $FAKE_BEGUN, then like busy
summary() {
	echo '{"verdict": "'"$1"'", "verdict_text": "the time was over", "executions": 3, "events": 9, "complete": false,
"peak_rss_kb": 100, "findings": []}' | tr -d '\n'
	echo
}

case $1 in
version) echo "scree fake" ;;
cc)
	for file; do :; done
	cp "$0" "$file"
	;;
check)
	for file; do :; done
	case $(basename "$(dirname "$file")") in
	quick) summary verified ;;
	busy | waits)
		trap 'summary budget; exit 3' INT
		if [ "${FAKE_BEGUN-}" ]; then
			echo $$ >"$FAKE_BEGUN.new"
			mv "$FAKE_BEGUN.new" "$FAKE_BEGUN"
		fi
		while :; do :; done
		;;
	deaf)
		trap '' INT
		while :; do :; done
		;;
	silent)
		echo "scree: cannot do that" >&2
		exit 2
		;;
	esac
	;;
esac
