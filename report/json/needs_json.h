/* report/json/needs_json.h -- the table of --why-safe for programs. */
#ifndef REPORT_JSON_NEEDS_JSON_H
#define REPORT_JSON_NEEDS_JSON_H

#include "result/result.h"
#include "util/files/json.h"

void needs_json(struct json *, const struct result *); /* the member "needs", if asked for */

#endif
