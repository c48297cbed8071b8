/* report/witness/yaml_field.h -- texts of a YAML witness, quoted. */
#ifndef REPORT_WITNESS_YAML_FIELD_H
#define REPORT_WITNESS_YAML_FIELD_H

#include <stdio.h>

void yaml_string(FILE *, const char *text);
void yaml_field(FILE *, unsigned indent, const char *key, const char *value); /* a line */

#endif
