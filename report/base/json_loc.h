/* report/base/json_loc.h -- a position as a value of JSON: file, line, column; null without a file.
 */
#ifndef REPORT_BASE_JSON_LOC_H
#define REPORT_BASE_JSON_LOC_H

#include "util/base/loc.h"
#include "util/files/json.h"

void json_loc(struct json *, struct loc);
void json_put_loc(struct json *, const char *key, struct loc);

#endif
