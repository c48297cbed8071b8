/* cli/files/trace_file.h -- traces of runs as files: --save-trace and --replay.
 *
 * JSON lines, one object per line; docs/trace.md describes them.  The first line names the format,
 * the sources and the program; the program is identified by a hash of its instructions, since
 * events name them by their index.
 */
#ifndef CLI_FILES_TRACE_FILE_H
#define CLI_FILES_TRACE_FILE_H

#include <stdio.h>

#include "goto/program/prog.h"
#include "symex/replay/run/run_trace.h"

void trace_file_write(FILE *, const struct goto_prog *, const struct run_trace *);

struct trace_file_error {
	struct loc loc; /* file and line */
	const char *text;
};

bool trace_file_is(const char *path); /* does it begin like one? */
/* NULL: the file is no trace of the program; 'error', whose texts are in the arena, says why. */
struct run_trace *trace_file_read(const char *path, const struct goto_prog *, struct arena *,
                                  struct trace_file_error *error);

#endif
