/* report/base/rules.h -- what each class of properties means to the reader of a report;
 * goto/program/property.def has the texts. */
#ifndef REPORT_BASE_RULES_H
#define REPORT_BASE_RULES_H

#include <stddef.h>
#include <stdint.h>

struct rule {
	const char *id, *name, *level, *title, *what, *help;
	const char *cwe; /* numbers, with blanks between them */
};

struct weakness {
	const char *number, *name;
};

extern const struct rule rule_table[];
extern const size_t rule_table_n;
extern const struct weakness weakness_table[];
extern const size_t weakness_table_n;

#define NO_RULE SIZE_MAX

size_t rule_find(const char *id);               /* an index, or NO_RULE */
size_t weakness_next(const char **cwe);         /* the index of the next one; NO_RULE: no more */
uint64_t rule_hash(uint64_t, const char *text); /* for fingerprints: begin with 0; NULL counts */

#endif
