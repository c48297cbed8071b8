#!/bin/sh
# debug.sh PROGRAM [WORDS FOR GDB] -- a debugger for the program, with commands that go along the schedule.

set -eu

folder=$(cd "$(dirname "$0")" && pwd)
program=$1
shift
has_gdb() { [ "$(gdb -nx -batch -ex 'python print(7)' 2>/dev/null)" = 7 ]; }
has_lldb() { lldb -x -b -o 'script print(7)' 2>/dev/null | grep -qx 7; }

if has_gdb; then
	exec gdb -q -x "$folder/harness/gdb/cbmc_mt.py" "$@" "$program"
fi
if command -v lldb >/dev/null; then
	# Where lldb does not find its own module, it is beside its library.
	for path in "${PYTHONPATH:-}" "$(lldb -P 2>/dev/null)" /usr/lib/llvm-*/lib/python3*/dist-packages; do
		export PYTHONPATH="$path"
		if has_lldb; then
			exec lldb -o "command script import '$folder/harness/gdb/cbmc_mt_lldb.py'" "$@" "$program"
		fi
	done
fi
if command -v gdb >/dev/null || command -v lldb >/dev/null; then
	echo "debug.sh: error: the debugger has no Python, which mt-step and the others need" >&2
else
	echo "debug.sh: error: there is no debugger: gdb is needed" >&2
fi
exit 3
