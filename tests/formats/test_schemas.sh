#!/bin/bash
# SPDX-License-Identifier: MIT
# SARIF and JUnit XML of `scree check` and `scree report` against their schemas. These, and what validates
# JSON, come from the npm registry; they are kept below the build directory and fetched once.
COMMAND=check
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$(dirname "${SCREE:?}")" && pwd)
for tool in node npm xmllint; do
	command -v "$tool" >/dev/null || { echo "this test needs $tool: make deps installs it" >&2 && exit 1; }
done
# shellcheck source=tests/cli/lib.sh
. "$here/../cli/lib.sh"

# --- schemas
npm=$build/formats
# fetch NAME VERSION FILE INTEGRITY: a package alone, checked, as $npm/schemas/FILE.
fetch() {
	local pack sum
	pack=$(cd "$npm" && npm pack --silent "$1@$2" | tail -1)
	sum=sha512-$(node -p 'require("crypto").createHash("sha512").update(require("fs").readFileSync(process.argv[1])).digest("base64")' "$npm/$pack")
	[ "$sum" = "$4" ] || { echo "$1@$2 is not what it was: $sum" >&2 && exit 1; }
	mkdir -p "$npm/schemas"
	tar -xzOf "$npm/$pack" "package/$3" >"$npm/schemas/${3##*/}" || exit 1
	rm "$npm/$pack"
}
mkdir -p "$npm"
if ! cat "$here/package-lock.json" "$here/schemas.txt" | cmp -s - "$npm/installed"; then
	cp "$here/package.json" "$here/package-lock.json" "$npm"
	(cd "$npm" && npm ci --no-audit --no-fund --loglevel=error) || exit 1
	while read -r name version file integrity; do
		[ "${name:0:1}" = "#" ] || fetch "$name" "$version" "$file" "$integrity"
	done <"$here/schemas.txt"
	cat "$here/package-lock.json" "$here/schemas.txt" >"$npm/installed"
fi

# --- what is made: of each verdict, and of names and strings that need escaping
odd=$work/$(printf 'a b#%%41?\303\251[x](y)')
mkdir "$odd"
cp lost.c "$odd/odd:name {0}.c"
cp "$here/../report/programs/hostile.c" "$odd"
cp "$here/../programs/unsupported/named_sem.c" unsupported.c
cp "$here/../programs/misuse/exit_with_mutex.c" warning.c
compile unsupported
compile warning
expect 1 --sarif=finding.sarif --junit=finding.xml ./lost
expect 0 --sarif=verified.sarif --junit=verified.xml ./lock
expect 3 --max-executions=1 --sarif=budget.sarif --junit=budget.xml ./lock
expect 2 --sarif=error.sarif --junit=error.xml ./unsupported
expect 0 --sarif=warning.sarif --junit=warning.xml ./warning
cd "$odd" || exit 1
"$SCREE" cc -g -o odd "odd:name {0}.c" || fail "cannot compile a name with blanks"
compile hostile
expect 1 --sarif=odd.sarif --junit=odd.xml ./odd
expect 1 --continue --sarif=hostile.sarif --junit=hostile.xml ./hostile "$(printf '<i>]]>\033\377\001&\n"')"
"$SCREE" report --format=sarif --output=told.sarif scree-findings/odd-*.scree || fail "report --format=sarif"
"$SCREE" report --format=junit --output=told.xml scree-findings/odd-*.scree || fail "report --format=junit"
mv ./*.sarif ./*.xml "$work"
cd "$work" || exit 1

# --- against the schemas
golden=$here/../golden
(cd "$npm" && exec node "$here/validate.mjs" "$npm/schemas/sarif-schema-2.1.0.json" \
	"$work"/{finding,verified,budget,error,warning,odd,hostile,told}.sarif "$golden"/*.sarif) || fail "SARIF"
xsd=$npm/schemas/jenkins-junit.xsd
for file in ./{finding,verified,budget,error,warning,odd,hostile,told}.xml "$golden"/*.xml; do
	xmllint --nonet --noout --schema "$xsd" "$file" 2>said || fail "$file: $(cat said)"
done
for mistake in 's/<failure/<bug/; s/<.failure>/<\/bug>/' 's/ tests="1"//' 's/&lt;/</'; do
	sed "$mistake" hostile.xml >mistake.xml
	cmp -s hostile.xml mistake.xml && fail "no mistake: $mistake"
	xmllint --nonet --noout --schema "$xsd" mistake.xml 2>/dev/null && fail "passes: $mistake"
done

# --- what they say
says odd.sarif '"uri": "odd%3Aname%20%7B0%7D.c", "uriBaseId": "%SRCROOT%"'
says odd.sarif '/a%20b%23%2541%3F%C3%A9%5Bx%5D%28y%29/"'
says finding.xml ' tests="1" failures="1" errors="0"'
says finding.xml '<failure type="assertion" message="'
says finding.xml '<property name="executions" value="'
says verified.xml ' tests="1" failures="0" errors="0"'
says verified.xml 'verified'
grep -q '<skipped>\|<failure\|<error' verified.xml && fail "verified has not passed"
says budget.xml '<skipped>'
says budget.xml ' skipped="1"'
says error.xml '<error type="error" message="'
says error.xml ' failures="0" errors="1"'
says error.sarif '"executionSuccessful": false'
says budget.sarif '"exitCodeDescription": "budget"'
says verified.sarif '"results": []'
# A warning fails nothing, and is not lost.
says warning.sarif '"level": "warning"'
says warning.xml ' tests="1" failures="0" errors="0"'
says warning.xml 'warning: sync-misuse: '

# --- one bug has one fingerprint, whatever schedule showed it and whatever stands above it
fingerprint() {
	grep -o '"screeKindAndPlace/v1": "[0-9a-f]*"' "$1"
}
cp lost.c keep.c
{ echo "/* one line more */" && cat keep.c; } >lost.c
compile lost
expect 1 --minimize=0 --sarif=moved.sarif --strategy=random:7 --max-executions=1000 ./lost
[ -n "$(fingerprint finding.sarif)" ] || fail "no fingerprint"
[ "$(fingerprint finding.sarif)" = "$(fingerprint moved.sarif)" ] || fail "another fingerprint for the same bug"
[ "$(fingerprint finding.sarif)" != "$(fingerprint hostile.sarif)" ] || fail "one fingerprint for two bugs"

# --- files that cannot be written
expect 2 --sarif=no/such/dir.sarif ./lost
says err "no/such/dir.sarif"
expect 2 --junit=no/such/dir.xml --sarif=other.sarif ./lost
says err "no/such/dir.xml"
[ -s other.sarif ] || fail "one file that cannot be written keeps another"
finish
