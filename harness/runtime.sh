#!/bin/sh
# runtime.sh MODE OBJECT -- compiles the runtime for one of the modes of build.sh into one object.
#
# Its names are no names of the program, and its code has a section of its own, which is not the program's (points.sh).
# CC is the compiler.

set -eu

mode=$1 object=$2
cc=${CC:-cc}
here=$(cd "$(dirname "$0")" && pwd)
tool() { # of binutils, or LLVM's
	if command -v "$1" >/dev/null; then echo "$1"; else echo "llvm-$1"; fi
}
work=$object.d
rm -rf "$work"
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT

# In reports of sanitizers, the runtime has no lines; with -O2, their functions see the program as the caller.
debug=-g0 define=
case $mode in
plain) debug=-g ;;
tsan) define=-DHARNESS_TSAN ;;
whole) define=-DHARNESS_WHOLE ;;
esac
cores=$(nproc 2>/dev/null || echo 1)
worker() { # the modules whose number leaves this rest
	at=0
	for module in "$here"/*.c "$here"/calls/*.c; do
		at=$((at + 1))
		[ $((at % cores)) = "$1" ] || continue
		# shellcheck disable=SC2086
		$cc -std=gnu11 $debug -O2 -w -fno-pie -fno-omit-frame-pointer $define -I"$here/.." -c "$module" \
			-o "$work/$at.o" || return 1
	done
}
pids='' rest=0
while [ $rest -lt "$cores" ]; do
	worker $rest &
	pids="$pids $!"
	rest=$((rest + 1))
done
failed=
for pid in $pids; do
	wait "$pid" || failed=yes
done
[ -z "$failed" ] || exit 1
# shellcheck disable=SC2086
$cc -nostdlib -r "$work"/*.o -o "$work/all"
"$(tool objcopy)" --localize-hidden --rename-section .text=cbmc_mt_text --rename-section .text.unlikely=cbmc_mt_text \
	--rename-section .text.startup=cbmc_mt_text --rename-section .text.exit=cbmc_mt_text "$work/all"
mv "$work/all" "$object"
