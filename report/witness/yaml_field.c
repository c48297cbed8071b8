#include "report/witness/yaml_field.h"

#include "util/files/json.h"

void yaml_string(FILE *out, const char *text) {
	struct json j; /* what JSON quotes, YAML reads as the same */
	json_init(&j, out, 0);
	json_string(&j, text);
}

void yaml_field(FILE *out, unsigned indent, const char *key, const char *value) {
	fprintf(out, "%*s%s: ", (int)indent, "", key);
	yaml_string(out, value);
	fputc('\n', out);
}
