/* solvers/smtlib/smtlib_read.h -- replies of solvers as S-expressions.  Nothing here recurses.
 * Any text is accepted: it is incomplete, or one expression, and callers check that it is the one
 * they expect. */
#ifndef SOLVERS_SMTLIB_SMTLIB_READ_H
#define SOLVERS_SMTLIB_SMTLIB_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/map.h"
#include "util/base/vec.h"
#include "util/number/bits.h"

/* Looks for the end of the first expression in a text that grows. */
struct smtlib_scan {
	size_t at; /* bytes looked at */
	size_t depth;
	bool started;
	char inside; /* '"' string, '|' symbol, ';' comment, 'a' a word; 0 none of them */
};

/* True: text[0..*end) holds one expression, with blanks and comments before it.  'ended': there
 * will be no more text, so that a word at the end is complete. */
bool smtlib_scan(struct smtlib_scan *, const char *text, size_t n, bool ended, size_t *end);

/* Nodes by number; 0: none. */
struct sexpr_node {
	const char *text; /* of a word; NULL: a list */
	size_t n;
	uint32_t first, next;
};

struct sexpr {
	VEC(struct sexpr_node) node;
	struct map let; /* hash of a name -> what it stands for, in values */
};

/* The expression in text[0..n), which the tree points into; false: it is none. */
bool sexpr_parse(struct sexpr *, const char *text, size_t n); /* root is node 1 */
void sexpr_free(struct sexpr *);

uint32_t sexpr_first(const struct sexpr *, uint32_t);
uint32_t sexpr_next(const struct sexpr *, uint32_t);
bool sexpr_is(const struct sexpr *, uint32_t, const char *word);
/* A word of a letter and a number, such as v17. */
bool sexpr_number(const struct sexpr *, uint32_t, char letter, uint32_t *number);

/* A constant of this width: #b01, #x0f, (_ bv5 8), true, false. */
bool sexpr_bits(struct sexpr *, uint32_t, uint32_t width, struct arena *, struct bits *);
/* A list that starts with this word: its second element; else 0. */
uint32_t sexpr_of(const struct sexpr *, uint32_t, const char *head);
/* Follows lets and the names they give. */
uint32_t sexpr_resolve(struct sexpr *, uint32_t);

/* The first line of a text without control characters, shortened. */
void smtlib_first_line(char *to, size_t size, const char *text, size_t n);

#endif
