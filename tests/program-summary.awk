# SPDX-License-Identifier: MIT
# Reads the JSON summary of `scree run` or `scree check` and prints, a line each:
#
#   verdict WORD
#   essence LINE                         of what may not depend on the way an execution is isolated
#   failure LINE FILE MESSAGE            the error that ended the run; "0 null " if none did
#   error KIND LINE FILE MESSAGE         for each finding
#   warning KIND LINE FILE MESSAGE
#
# The summary has a line for each finding.

# The value of the first key of that name; a string keeps its quotes.
function value(key) {
	if (!match($0, "\"" key "\": (\"(\\\\.|[^\"\\\\])*\"|[^\",}]*)"))
		return "null"
	return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
}

function bare(text) {
	gsub(/^"|"$/, "", text)
	return text
}

/^  "verdict": / { print "verdict", bare(value("verdict")) }
/^  "(verdict|executions|events|choices|threads|exit_status)":/ { print "essence", $0 }
/^ *[{]"kind": / {
	print bare(value("severity")), bare(value("kind")), value("line"), bare(value("file")),
		bare(value("message"))
}

/^  "error": ["{]/ && !told { inside = 1 }
inside && match($0, /"(message|error)": "(\\.|[^"\\])*"/) {
	message = substr($0, RSTART, RLENGTH)
	gsub(/^"[a-z]*": "|"$/, "", message)
}
inside && match($0, /"file": "[^"]*", "line": [0-9]*/) {
	split(substr($0, RSTART, RLENGTH), part, /"file": "|", "line": /)
	file = part[2]
	line = part[3]
}
inside && /^  ("error": "|[}])/ {
	inside = 0
	told = 1
}
END { print "failure", line + 0, file == "" ? "null" : file, message }
