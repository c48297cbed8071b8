/* cli/files/test_inputs.h -- the members of a test from which the compiled program gets what the
 * environment gave the run (harness/replies.h): arguments, replies of calls, variables. */
#ifndef CLI_FILES_TEST_INPUTS_H
#define CLI_FILES_TEST_INPUTS_H

#include "symex/replay/run/run_trace.h"
#include "util/files/json.h"

void test_inputs_write(struct json *, const struct goto_prog *, const struct run_trace *);

#endif
