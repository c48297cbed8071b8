/* report/json/confirmation_json.h -- what makes a verdict believable, as JSON: what the compiled
 * program did (--confirm, --harness), and which proofs were checked (--certificate). */
#ifndef REPORT_JSON_CONFIRMATION_JSON_H
#define REPORT_JSON_CONFIRMATION_JSON_H

#include "result/result.h"
#include "util/files/json.h"

/* Members of a property: "harness", "confirmation"; nothing that was not asked for. */
void confirmation_json(struct json *, const struct property_result *);
/* A member of a run: "certificate". */
void certificate_json(struct json *, const struct result *);

#endif
