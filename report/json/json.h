/* report/json/json.h -- the results as JSON, for programs: everything the record holds.
 *
 * docs/result.schema.json says what each field means; its version is in the document.  A step that
 * people are told about has the words they are told in.
 */
#ifndef REPORT_JSON_JSON_H
#define REPORT_JSON_JSON_H

#include <stdio.h>

#include "result/result.h"

struct json;

void report_json(FILE *, const struct results *);
void report_json_document(struct json *, const struct results *); /* as a value of another one */

#endif
