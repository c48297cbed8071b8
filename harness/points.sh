#!/bin/sh
# points.sh PROGRAM RUNTIME -- the lines of the calls in a program, and its variables (harness/test.h reads them).
#
#   L ADDRESS FILE:LINE    a return address, with the line of the call
#   V ADDRESS SIZE NAME    a variable
#
# Calls in the sources of the folder RUNTIME are left out.
set -eu

program=$1 runtime=$2
tool() { # of binutils, or LLVM's
	if command -v "$1" >/dev/null; then echo "$1"; else echo "llvm-$1"; fi
}
calls=$(mktemp)
trap 'rm -f "$calls"' EXIT
# Calls of amd64 and of arm64; the address behind each is the one it returns to.
"$(tool objdump)" -d --no-show-raw-insn "$program" |
	awk '/^ *[0-9a-f]+:/ { sub(":", "", $1); if (call) print $1, call; call = $2 ~ /^(callq?|blr?)$/ || $3 ~ /^callq?$/ ? $1 : "" }' >"$calls"
cut -d ' ' -f 2 "$calls" | "$(tool addr2line)" -e "$program" | paste -d ' ' "$calls" - |
	awk -v runtime="$runtime/" '$3 !~ /^\?/ && !index($0, " " runtime) { place = $3; for (i = 4; i <= NF && $i !~ /^\(/; i++) place = place " " $i; sub(/.*\//, "", place); print "L", $1, place }' |
	sort -k 2,2
"$(tool nm)" -S --defined-only "$program" |
	awk '$3 ~ /^[bBdDsSgGvV]$/ { sub(/\.[0-9]+$/, "", $4); print "V", $1, $2, $4 }'
