/* report/json/proof_json.h -- a proof in the document of --json. */
#ifndef REPORT_JSON_PROOF_JSON_H
#define REPORT_JSON_PROOF_JSON_H

#include "result/result.h"
#include "util/files/json.h"

/* The key "proof" and its value; nothing, if the result does not rest on one. */
void proof_json(struct json *, const struct result *);

#endif
