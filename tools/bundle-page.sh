#!/bin/sh
# SPDX-License-Identifier: MIT
# bundle-page.sh PAGE.html: writes the page with its style sheets and scripts inside, to stdout.
#
# Each <link rel="stylesheet" href="X"> and <script type="module" src="X"></script> stands on a line
# of its own; so does each import. All modules become one, in the order of the page: names that two
# of them have at the top are then an error in the browser, which the tests meet. @CSP@ becomes
# a policy that allows exactly this style and this script and no request at all.
set -eu

page=$1
dir=$(dirname "$page")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# files ELEMENT: what the page names, in order.
files() {
	sed -n "s/^<$1 [^>]*\(href\|src\)=\"\([^\"]*\)\".*/\2/p" "$page"
}

for file in $(files link); do cat "$dir/$file"; done >"$work/style"
for file in $(files script); do
	sed -e '/^import .* from "[^"]*";$/d' -e 's/^export //' "$dir/$file"
done >"$work/script"

refuse() {
	if grep -nE "$1" "$2" >&2; then
		echo "bundle-page.sh: $page: $3" >&2
		exit 1
	fi
}
refuse '^import|^export|</script|<!--' "$work/script" "this cannot stand inside a page"
refuse '</style' "$work/style" "this cannot stand inside a page"
refuse 'innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|eval\(' "$work/script" \
	"what comes from programs is inserted as text only (report/render/html/dom.js)"

# The hash of a file as a policy names it: base64, here from hexadecimal digits.
hash() {
	sha256sum <"$1" | awk '{
		digits = "0123456789abcdef"
		code = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
		for (i = 1; i <= 64; i += 3) {
			group = 0
			for (k = 0; k < 3; k++) {
				digit = i + k <= 64 ? index(digits, substr($1, i + k, 1)) - 1 : 0
				group = group * 16 + digit
			}
			out = out substr(code, int(group / 64) + 1, 1) substr(code, group % 64 + 1, 1)
		}
		printf "%s=", substr(out, 1, 43)
	}'
}

policy="default-src 'none'; style-src 'sha256-$(hash "$work/style")'; script-src 'sha256-$(hash "$work/script")'; base-uri 'none'; form-action 'none'"

awk -v work="$work" -v policy="$policy" '
	function copy(name) {
		while ((getline line < (work "/" name)) > 0)
			print line
	}
	/^<link rel="stylesheet"/ {
		if (!styled++) {
			printf "<style>"
			copy("style")
			print "</style>"
		}
		next
	}
	/^<script type="module"/ {
		if (!scripted++) {
			printf "<script type=\"module\">"
			copy("script")
			print "</script>"
		}
		next
	}
	{
		if ((at = index($0, "@CSP@")))
			$0 = substr($0, 1, at - 1) policy substr($0, at + 5)
		print
	}' "$page"
