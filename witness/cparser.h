/* witness/cparser.h -- the text of an expression, word by word; cexpr.c and what it is made of
 * share it. */
#ifndef WITNESS_CPARSER_H
#define WITNESS_CPARSER_H

#include "witness/cexpr.h"

struct cparser {
	const struct cexpr_scope *scope;
	struct goto_prog *prog;
	struct arena *arena;
	struct types *types;
	const char *at;
	const char *error;
	const struct expr *defined; /* only then has what was read so far a value; NULL: always */
	uint32_t depth;
};

/* The first mistake counts.  NULL. */
const struct expr *cparser_fail(struct cparser *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void cparser_blanks(struct cparser *p);
bool cparser_is_word_char(char c);
/* The operator is next, and not the beginning of a longer one. */
bool cparser_is_next(struct cparser *p, const char *op);
bool cparser_take(struct cparser *p, const char *op);
bool cparser_take_word(struct cparser *p, const char *word);
const char *cparser_take_name(struct cparser *p);       /* interned; NULL: none is next */
bool cparser_expect(struct cparser *p, const char *op); /* or a mistake */

#endif
