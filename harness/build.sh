#!/bin/sh
# build.sh MODE -- compiles the program of a harness folder with the runtime that makes it follow test.json.
#
#   plain   the program, as its threads are told to run
#   asan    with AddressSanitizer, LeakSanitizer and UBSan
#   tsan    with the library of ThreadSanitizer
#   whole   with AddressSanitizer also for variables: less of the schedule is seen, see harness/README.md
#
# The result is out/MODE, with out/MODE.json (the test) and out/MODE.points (lines and variables of the program).
# 'files' has a line for each source: folder, file, flags, quoted for the shell; 'libraries' what is linked; 'compiler'
# which compiler the build of the sources uses.
# Variables: CC; CBMC_MT_FLAGS, flags after those of the sources; LDFLAGS, LDLIBS; CBMC_MT_OUT, instead of out.
# Exit codes: 1 the program cannot be compiled, 3 a tool or a library is missing.

set -eu

fail() { # CODE TEXT
	code=$1
	shift
	echo "build.sh: error: $*" >&2
	exit "$code"
}

[ $# = 1 ] || fail 1 "say which: build.sh plain, asan, tsan or whole"
mode=$1
folder=$(cd "$(dirname "$0")" && pwd)
out=${CBMC_MT_OUT:-$folder/out}
test=$folder/test.json
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$out/$mode.d
rm -rf "$work" "$out/$mode"
mkdir -p "$work"
[ -r "$test" ] || fail 1 "$test cannot be read"

# One word or several: perhaps with options, or behind ccache.
cc=${CC:-}
if [ -z "$cc" ] && [ -r "$folder/compiler" ] && command -v "$(cat "$folder/compiler")" >/dev/null; then
	cc=$(cat "$folder/compiler")
fi
for name in gcc cc clang; do
	[ "$cc" ] || ! command -v $name >/dev/null || cc=$name
done
[ "$cc" ] || fail 3 "there is no C compiler: gcc or clang is needed (CC names another one)"
# shellcheck disable=SC2086
macros=$($cc -dM -E -x c /dev/null 2>"$work/errors") || fail 3 "the compiler '$cc' does not run: $(head -n 1 "$work/errors")"
is_clang=
case $macros in *__clang__*) is_clang=yes ;; esac
case $macros in *__LP64__*) ;; *) fail 3 "the harness needs a compiler for a 64-bit machine" ;; esac
for name in objcopy objdump addr2line nm; do
	command -v $name >/dev/null || command -v llvm-$name >/dev/null ||
		fail 3 "there is no $name: binutils are needed"
done
tool() {
	if command -v "$1" >/dev/null; then echo "$1"; else echo "llvm-$1"; fi
}

# What is compiled in, and what is linked.  Clang would leave out the read of x++ otherwise.
points=-fsanitize=thread
[ -z "$is_clang" ] || points="$points -mllvm -tsan-instrument-read-before-write=1"
calls="-fsanitize=address,undefined --param asan-instrumentation-with-call-threshold=0"
[ -z "$is_clang" ] ||
	calls="-fsanitize=address,undefined -mllvm -asan-instrumentation-with-call-threshold=0 -mllvm -asan-opt=0"
shared= # clang's library is to be the same as gcc's: one that comes after the program
if [ "$is_clang" ]; then
	library=$($cc -print-file-name="libclang_rt.asan-$(uname -m).so")
	shared="-shared-libasan -Wl,-rpath,$(dirname "$library")"
fi
case $mode in
plain) instrument=$points link= ;;
asan) instrument="$points -fsanitize=undefined" link="-fsanitize=address,undefined $shared" ;;
tsan) instrument=$points link=-fsanitize=thread ;;
whole) instrument=$calls link="-fsanitize=address,undefined $shared" ;;
*) fail 1 "there is no way '$mode' to build: plain, asan, tsan or whole" ;;
esac
# What the test says about variables that are not initialised.
fill=$(sed -n 's/^ *"uninitialised": "\([a-z]*\)".*/\1/p' "$test" | head -n 1)
if [ "$fill" ]; then
	fill=-ftrivial-auto-var-init=$fill
	$cc "$fill" -x c -c /dev/null -o "$work/fill.o" 2>/dev/null ||
		fill="$fill -enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang"
	# shellcheck disable=SC2086
	$cc $fill -x c -c /dev/null -o "$work/fill.o" 2>/dev/null || fill=
fi

# The jobs: the sources, and the stubs.
number=0
: >"$work/jobs"
while IFS= read -r line; do
	number=$((number + 1))
	printf 'source %s %s\n' "$number" "$line" >>"$work/jobs"
done <"$folder/files"
sh "$folder/harness/stubs.sh" "$test" >"$work/stubs.c"
echo stubs >>"$work/jobs"
# Calls that are scheduled have to be calls: compilers make stores of strcpy.  (malloc and the like without a prototype
# would return an int then.)
kept=$(sed -n 's/^\(STEP\|LIBRARY\|NOTHING\)(\([A-Za-z_0-9]*\)[,)].*/-fno-builtin-\2/p' "$work/stubs.c" | grep -Ev 'alloc$|dup$' || true)
mkdir "$work/include"
: >"$work/include/cbmc-mt.h" # what it says is in words.h

compile() { # a job
	what=$1
	shift
	case $what in
	source)
		number=$1 directory=$2 file=$3
		shift 3
		case $directory in /*) ;; *) directory=$folder/$directory ;; esac
		cd "$directory" || return 1
		# A call in the place of a return would hide the line that it is on; of DWARF 5, addr2line of binutils 2.40 takes the
		# line of a header for one of the source.
		# shellcheck disable=SC2086
		$cc -g -gdwarf-4 -O0 -include "$folder/harness/words.h" "$@" $inline -idirafter "$work/include" ${CBMC_MT_FLAGS:-} $fill -w -Wno-implicit-function-declaration \
			-fno-pie -fno-lto -fno-optimize-sibling-calls \
			-fno-omit-frame-pointer -fno-sanitize=all $instrument $kept -c "$file" -o "$work/$number.o"
		;;
	stubs) $cc -w -O1 -fno-pie -fno-builtin -fno-omit-frame-pointer -I"$folder" -c "$work/stubs.c" -o "$work/stubs.o" ;;
	esac
}

cores=$(nproc 2>/dev/null || echo 1)
worker() { # the jobs whose number leaves this rest
	at=0
	while IFS= read -r line; do
		at=$((at + 1))
		[ $((at % cores)) = "$1" ] || continue
		(eval "compile $line") 2>>"$work/errors.$1" || return 1
	done <"$work/jobs"
}
compile_all() {
	rm -f "$work"/errors.*
	pids= rest=0
	while [ $rest -lt "$cores" ]; do
		worker $rest &
		pids="$pids $!"
		rest=$((rest + 1))
	done
	failed=
	for pid in $pids; do
		wait "$pid" || failed=yes
	done
	[ -z "$failed" ]
}
inline=
compile_all || failed=yes
cat "$work"/errors.* >&2
[ -z "$failed" ] ||
	fail 1 "the program cannot be compiled ($cc): $(cat "$work"/errors.* | grep -m 1 -E '[Ee]rror:' || echo "see above")"

# The runtime, perhaps of an earlier build; __wrap_NAME in it stands for NAME.
runtime=$out/runtime/$mode.o
if ! [ -f "$runtime" ] || [ "$(find "$folder/harness" -newer "$runtime" -name '*.[ch]')" ]; then
	mkdir -p "$out/runtime"
	CC=$cc sh "$folder/harness/runtime.sh" "$mode" "$runtime" || fail 1 "the runtime cannot be compiled ($cc)"
fi
wraps=
for name in $("$(tool nm)" --defined-only "$runtime" "$work/stubs.o" | sed -n 's/.* [TW] __wrap_//p'); do
	wraps="$wraps -Wl,--wrap=$name"
done
objects=
number=0
while [ -f "$work/$((number + 1)).o" ]; do
	number=$((number + 1))
	objects="$objects $number.o"
done
cd "$work"
set --
[ ! -s "$folder/libraries" ] || eval "set -- $(cat "$folder/libraries")"
link_program() { # more objects
	# shellcheck disable=SC2086
	LC_ALL=C $cc -no-pie $objects stubs.o ${more:-} "$runtime" $wraps $link ${LDFLAGS:-} -o "$out/$mode" "$@" ${LDLIBS:-} \
		-lpthread -ldl -lm -lrt 2>errors
}
has_inline() {
	while IFS= read -r line; do
		(
			eval "set -- $line"
			cd "$folder" && cd "$1" && grep -qw inline "$2"
		) && return 0
	done <"$folder/files"
	return 1
}
is_linked=yes
link_program "$@" || is_linked=
# An inline function that the compiler calls all the same has no code in C99, but in GNU's older C.
for inline in -fgnu89-inline ''; do
	[ -z "$is_linked" ] && grep -Eq 'undefined|multiple definition' errors && has_inline || break
	(compile_all) || true
	is_linked=yes
	link_program "$@" || is_linked=
	grep -q 'multiple definition' errors || break
done
if [ -z "$is_linked" ]; then
	# What the program refers to and the test has no reply of: an input, or the run does not come there.
	sed -n "s/.*undefined reference to [\`']\([A-Za-z_][A-Za-z0-9_]*\)'.*/\1/p; s/.*undefined symbol: \([A-Za-z_][A-Za-z0-9_]*\)\$/\1/p" \
		errors | sort -u | grep -v '^main$' >undefined || true
	if [ -s undefined ]; then
		{
			echo '#include "harness/stubs.h"'
			while read -r name; do
				kind=VALUE
				! grep -q "\"call\": \"$name\"" "$test" || kind=INPUT
				echo "$kind($name, long)"
			done <undefined
		} >more.c
		$cc -w -O1 -fno-pie -fno-builtin -fno-omit-frame-pointer -I"$folder" -c more.c -o more.o
		more=more.o
		link_program "$@" || true
	fi
fi
if [ ! -x "$out/$mode" ]; then
	if [ "$link" ] && grep -Eq '(cannot find|[Nn]o such file|unable to find).*(asan|tsan|ubsan|clang_rt)' errors; then
		fail 3 "'$cc' has no library for $link: $(grep -E 'asan|tsan|clang_rt' errors | head -n 1)"
	fi
	cat errors >&2
	fail 1 "the program cannot be linked ($cc); LDLIBS names the libraries that it needs: $(grep -m 1 -E "undefined|error" errors || true)"
fi
cp "$test" "$out/$mode.json"
sh "$folder/harness/points.sh" "$out/$mode" >"$out/$mode.points"
