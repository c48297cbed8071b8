/* cli/files/test_rows.h -- which step of the report an event of a run belongs to.
 *
 * Reports number the steps of a counterexample: the rows of the text, of the page and of the list
 * "lines" in JSON, from 1 on.  A test has the same numbers, so that a debugger can stop at them.
 * Events are found by the count of instructions of their thread (symex/replay/run/run_count.h).  In
 * the order of the run, the numbers never decrease: of a call that has its row when it takes
 * effect, what happens before another row has none.
 */
#ifndef CLI_FILES_TEST_ROWS_H
#define CLI_FILES_TEST_ROWS_H

#include "symex/replay/run/run_trace.h"
#include "util/files/json.h"

/* By event: its row; 0: none.  All are 0 if the run was not told. */
uint32_t *test_rows_find(struct arena *, const struct run_trace *);

/* The row of the violation, if one thread is about to make it; 0: none. */
uint32_t test_rows_last(const struct run_trace *);

/* The member "report": the rows, with their words and places; nothing if the run was not told. */
void test_rows_write(struct json *, const struct run_trace *);

#endif
