#!/bin/sh
# stubs.sh TEST -- C functions for those without a body that the test has values of.

set -eu

echo "unsigned long long cbmc_mt_input(const char *);"
sed -n 's/.*"call": "\([A-Za-z_][A-Za-z0-9_]*\)".*/\1/p' "$1" | sort -u | while read -r name; do
	case $name in __VERIFIER_*) continue ;; esac
	echo "__attribute__((weak)) unsigned long long $name() { return cbmc_mt_input(\"$name\"); }"
done
