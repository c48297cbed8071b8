/* report/json/cause_json.h -- why a property is violated, and changes that mend it, as JSON
 * (--json). */
#ifndef REPORT_JSON_CAUSE_JSON_H
#define REPORT_JSON_CAUSE_JSON_H

#include "result/result.h"
#include "util/files/json.h"

/* The member "cause", if it is known. */
void cause_json(struct json *, const struct property_result *);
/* The member "fixes", if they were looked for. */
void fixes_json(struct json *, const struct result *);

#endif
