#include "report/base/rules.h"

#include <stdio.h>
#include <string.h>

#include "util/text/diag.h"

const struct rule rule_table[] = {
#define PROPERTY(class, name, check, page, native, rule, level, title, what, help, cwe)            \
	{name, rule, level, title, what, help, cwe},
#include "goto/program/property.def"
};
const size_t rule_table_n = sizeof rule_table / sizeof *rule_table;

const struct weakness weakness_table[] = {
#define CWE(number, name) {number, name},
#include "goto/program/property.def"
};
const size_t weakness_table_n = sizeof weakness_table / sizeof *weakness_table;

size_t rule_find(const char *id) {
	for (size_t i = 0; id && i < rule_table_n; i++)
		if (!strcmp(rule_table[i].id, id))
			return i;
	return NO_RULE;
}

size_t weakness_next(const char **cwe) {
	*cwe += strspn(*cwe, " ");
	size_t n = strcspn(*cwe, " ");
	if (!n)
		return NO_RULE;
	for (size_t i = 0; i < weakness_table_n; i++)
		if (strlen(weakness_table[i].number) == n && !strncmp(weakness_table[i].number, *cwe, n)) {
			*cwe += n;
			return i;
		}
	BUG("CWE-%s has no name", *cwe);
}

uint64_t rule_hash(uint64_t h, const char *text) {
	if (!h)
		h = 1469598103934665603ULL;
	for (; text && *text; text++)
		h = (h ^ (unsigned char)*text) * 1099511628211ULL;
	return (h ^ 0xff) * 1099511628211ULL; /* where one text ends and the next one begins matters */
}
