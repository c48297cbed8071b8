/* report/json/execution_json.h -- the graph of an execution and its reasons as JSON (--json). */
#ifndef REPORT_JSON_EXECUTION_JSON_H
#define REPORT_JSON_EXECUTION_JSON_H

#include "result/result.h"
#include "util/files/json.h"

/* The member "execution", if the counterexample has a graph. */
void execution_json(struct json *, const struct cex *);

#endif
