/* report/json/history_json.h -- the calls of a library's operations, and why no order of them
 * explains their results, as JSON; docs/result.schema.json says what it means. */
#ifndef REPORT_JSON_HISTORY_JSON_H
#define REPORT_JSON_HISTORY_JSON_H

#include "result/result.h"
#include "util/files/json.h"

void history_json(struct json *, const struct cex *); /* nothing: there is no history */

#endif
