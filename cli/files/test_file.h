/* cli/files/test_file.h -- tests as files: the inputs, the schedule and the path of one run
 * (--cover).
 *
 * One JSON document; docs/cover.md describes it, docs/test.schema.json is its schema.  Its events
 * are those of a trace (cli/files/trace_file.h).
 */
#ifndef CLI_FILES_TEST_FILE_H
#define CLI_FILES_TEST_FILE_H

#include "cli/files/trace_file.h"

struct test_about { /* the same for all tests of a command */
	const struct goto_prog *prog;
	const char *hash;    /* run_json_hash */
	const char *command; /* that makes them */
};

void test_file_write(FILE *, const struct test_about *, const struct run_trace *, uint64_t path);

bool test_file_is(const char *file); /* does it begin like one? */
/* NULL: the file is no test of the program; 'error', whose texts are in the arena, says why. */
struct run_trace *test_file_read(const char *file, const struct goto_prog *, struct arena *,
                                 struct trace_file_error *error);

/* Is the file a test of the program with this hash?  *path: its path. */
enum test_match { TEST_NONE, TEST_OTHER, TEST_SAME };
enum test_match test_file_match(const char *file, const char *hash, uint64_t *path);

#endif
