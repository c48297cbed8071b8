#!/bin/sh
# test.sh -- fails (exit code 1) as long as the program, run with the inputs and the schedule of test.json, shows the
# violation.  It passes (0) if the program ends otherwise or does not follow the schedule any more: that says nothing
# about other schedules, so verify the program again.  77: it cannot be compiled or run here.

set -u

folder=$(cd "$(dirname "$0")" && pwd)
out=${CBMC_MT_OUT:-$folder/out}
# What is to be seen: what, class, modes, codes, text.
. "$folder/shows"

leaks=0
[ "$class" != leak ] || leaks=1
export ASAN_OPTIONS="detect_leaks=$leaks:abort_on_error=0:exitcode=99"
export UBSAN_OPTIONS="print_stacktrace=1"
last=
mkdir -p "$out" || exit 77
for try in $modes; do
	mode=${try%%:*} # perhaps with a flag, asan:-O2
	flag=${try#"$mode"}
	CBMC_MT_FLAGS="${CBMC_MT_FLAGS:-} ${flag#:}" "$folder/build.sh" "$mode" >"$out/build.log" 2>&1
	code=$?
	if [ $code != 0 ]; then
		cat "$out/build.log" >&2
		[ $code = 3 ] && exit 77
		exit 1
	fi
	rm -f "$out/outcome"
	CBMC_MT_OUTCOME=$out/outcome "$out/$mode" </dev/null >"$out/output" 2>&1
	code=$?
	last="exit code $code"
	if grep -q 'LeakSanitizer has encountered a fatal error' "$out/output"; then
		echo "test.sh: LeakSanitizer does not run here, for example in a debugger" >&2
		exit 77
	fi
	shown=
	for expected in $codes; do
		[ $code != "$expected" ] || shown=yes
	done
	[ -z "$text" ] || ! grep -Eq "$text" "$out/output" || shown=yes
	if [ "$shown" ]; then
		cat "$out/output"
		echo "FAILED: the schedule still shows it: $what"
		exit 1
	fi
	grep -q '^schedule: diverged' "$out/outcome" 2>/dev/null && last="it does not follow the schedule any more"
done
echo "passed: the schedule does not show it: $what ($last); verify again, for other schedules"
