/* witness/cparser.h -- the tokens of an expression, of which the parser looks one ahead; shared by
 * cexpr.c and the modules it consists of. */
#ifndef WITNESS_CPARSER_H
#define WITNESS_CPARSER_H

#include "util/text/clex.h"
#include "witness/scope.h"

struct cparser {
	const struct cexpr_scope *scope;
	struct goto_prog *prog;
	struct arena *arena;
	struct types *types;
	struct clex lexer;
	struct clex_token next;
	const char *error;
	const struct expr *defined; /* under which all that was read so far has a value; NULL: true */
	uint32_t depth;
};

/* The first mistake counts.  NULL. */
const struct expr *cparser_fail(struct cparser *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void cparser_open(struct cparser *p, const char *text); /* reads the first token */
void cparser_advance(struct cparser *p);
bool cparser_is_end(const struct cparser *p);
/* The operator is next: a punctuator of C, or "==>". */
bool cparser_is_next(const struct cparser *p, const char *op);
bool cparser_take(struct cparser *p, const char *op);
bool cparser_take_word(struct cparser *p, const char *word);
bool cparser_take_acsl(struct cparser *p, const char *word); /* with a backslash before it */
const char *cparser_take_name(struct cparser *p);            /* interned; NULL: none is next */
bool cparser_expect(struct cparser *p, const char *op);      /* or a mistake */

#endif
