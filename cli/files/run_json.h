/* cli/files/run_json.h -- the events of a run as JSON objects: what the files of traces
 * (cli/files/trace_file.h) and of tests (cli/files/test_file.h) have in common.
 *
 * The program is identified by a hash of its instructions, since events name them by their index.
 */
#ifndef CLI_FILES_RUN_JSON_H
#define CLI_FILES_RUN_JSON_H

#include "cli/files/trace_file.h"
#include "util/files/json.h"
#include "util/files/json_read.h"

/* --- Writing: members of the object that is open. --- */

void run_json_head(struct json *, const char *format, unsigned version, const struct goto_prog *,
                   const char *hash, const struct run_trace *);
void run_json_event(struct json *, const struct run_event *);  /* without a kind for an INPUT */
void run_json_memory(struct json *, const struct run_bytes *); /* for the compiled program */
void run_json_place(struct json *, struct loc);                /* nothing if it is not known */
void run_json_step(struct json *, const struct run_step *);
void run_json_stop(struct json *, const struct run_trace *);

/* The hash of the instructions, without their positions in files: the name of a file does not
 * matter.  Interned. */
const char *run_json_hash(const struct goto_prog *);

/* --- Reading.  false: error->text says why. --- */

struct run_reader {
	const struct goto_prog *prog;
	struct run_trace *trace;
	struct arena *arena; /* of the error */
	struct trace_file_error *error;
	uint32_t line;    /* of the object that is read */
	uint32_t threads; /* created so far, main included */
	bool stopped;
};

bool run_json_begins(const char *file,
                     const char *format); /* is the format named near its begin? */
bool run_json_wrong(struct run_reader *, const char *text);
bool run_json_read_head(struct run_reader *, const struct json_value *, const char *format,
                        unsigned version, const char *what, const char *where);
bool run_json_read(struct run_reader *, const struct json_value *); /* an event, step or stop */
bool run_json_read_input(struct run_reader *, const struct json_value *);

#endif
