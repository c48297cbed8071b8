#!/bin/sh
# debug.sh PROGRAM [WORDS FOR GDB] -- a debugger for the program, with commands that go along the schedule.

set -eu

folder=$(cd "$(dirname "$0")" && pwd)
program=$1
shift
if command -v gdb >/dev/null; then
	exec gdb -q -x "$folder/harness/gdb/cbmc_mt.py" "$@" "$program"
elif command -v lldb >/dev/null && [ -f "$folder/harness/gdb/cbmc_mt_lldb.py" ]; then
	exec lldb -o "command script import '$folder/harness/gdb/cbmc_mt_lldb.py'" "$@" "$program"
fi
echo "debug.sh: error: there is no debugger: gdb is needed" >&2
exit 3
