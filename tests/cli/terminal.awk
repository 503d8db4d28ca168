# SPDX-License-Identifier: MIT
# terminal.awk -v columns=C -v rows=R RAW: what a terminal shows after RAW was written to it, and
# "frames N": how often something was redrawn. Fails where a frame could not be taken away: a
# line as wide as the terminal, or more lines than it has.
BEGIN {
	y = 0
}

function bad(why) {
	print "bad: " why
	failed = 1
}

# The cursor goes up by n lines, and all below is cleared.
function take_away(n,    i) {
	frames++
	if (n >= rows)
		bad("a frame of " n " lines")
	for (i = y - n; i < y; i++)
		if (length(screen[i]) >= columns)
			bad("too wide: " screen[i])
	y -= n
}

{
	gsub(/\r/, "")
	while (match($0, /\033\[[0-9]+A\033\[J/)) {
		screen[y] = screen[y] substr($0, 1, RSTART - 1)
		n = substr($0, RSTART + 2) + 0
		$0 = substr($0, RSTART + RLENGTH)
		take_away(n)
		screen[y] = ""
	}
	if (/\033/)
		bad("another escape sequence: " $0)
	screen[y] = screen[y] $0
	screen[++y] = ""
}

END {
	for (i = 0; i < y; i++)
		print screen[i]
	print "frames " frames + 0
	exit failed
}
