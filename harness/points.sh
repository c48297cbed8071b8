#!/bin/sh
# points.sh PROGRAM -- the lines of the calls in a program, and its variables (harness/test.h reads them).
#
#   L ADDRESS FILE:LINE FUNCTION   a return address, with the line of the call and the function that it is in
#   V ADDRESS SIZE NAME            a variable
#
# The code of the runtime is in a section of its own (build.sh), and left out.

set -eu

program=$1
tool() { # of binutils, or LLVM's
	if command -v "$1" >/dev/null; then echo "$1"; else echo "llvm-$1"; fi
}
calls=$(mktemp)
trap 'rm -f "$calls"' EXIT
# Calls of amd64 and of arm64; the address behind each is the one it returns to.
"$(tool objdump)" -d -j .text --no-show-raw-insn "$program" |
	awk '/^ *[0-9a-f]+:/ {
		sub(":", "", $1)
		if (call)
			print $1, call
		call = $2 ~ /^(callq?|blr?)$/ || $3 ~ /^callq?$/ ? $1 : ""
	}' >"$calls"
cut -d ' ' -f 2 "$calls" | "$(tool addr2line)" -f -e "$program" | paste - - | paste "$calls" - |
	awk -F '\t' '$3 ~ /:[0-9]/ {
		sub(/ .*/, "", $1)
		sub(/ \(discriminator.*/, "", $3)
		sub(/.*\//, "", $3)
		print "L", $1, $3, $2
	}' | sort -k 2,2
"$(tool nm)" -S --defined-only "$program" |
	awk '$3 ~ /^[bBdDsSgGvV]$/ { sub(/\.[0-9]+$/, "", $4); print "V", $1, $2, $4 }'
