#!/bin/sh
# stubs.sh TEST -- C text of what the test says about functions without a body and of the library, and about variables
# that no file defines.

set -eu

if grep -q '^ *"stubs": \[' "$1"; then
	echo '#include "harness/stubs.h"'
	# Names, types and numbers only: a test is no place for other code.
	sed -n '/^ *"stubs": \[/,/\]$\|\],$/p' "$1" |
		sed -n 's/^ *"\([A-Z]*([A-Za-z_][A-Za-z0-9_]*[][A-Za-z0-9_ ,;{}*]*)\)",\{0,1\}$/\1/p'
fi
# Other calls of the library in the schedule are steps.
echo '#include "harness/steps.h"'
sed -n 's/^ *{"event": "call", .*"what": "\([A-Za-z_][A-Za-z0-9_]*\)".*/\1/p' "$1" | sort -u | while read -r name; do
	case $name in abort | exit | _exit | _Exit | quick_exit | __assert_fail | __VERIFIER_*) continue ;; esac
	grep -q "^    \"\(.* \)\{0,1\}$name " "$(dirname "$0")/calls.c" || grep -q "^ *\"[A-Z]*($name[,)]" "$1" || echo "STEP($name)"
done
if grep -q '^ *"stubs": \[' "$1"; then
	exit 0
fi
# A test of an earlier version.
echo "unsigned long long cbmc_mt_input(const char *);"
sed -n 's/.*"call": "\([A-Za-z_][A-Za-z0-9_]*\)".*/\1/p' "$1" | sort -u | while read -r name; do
	case $name in __VERIFIER_*) continue ;; esac
	echo "__attribute__((weak)) unsigned long long $name() { return cbmc_mt_input(\"$name\"); }"
done
