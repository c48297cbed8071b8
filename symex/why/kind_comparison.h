/* symex/why/kind_comparison.h -- a comparison with values, as reports show it: "80 + 0 >= 80".
 */
#ifndef SYMEX_WHY_KIND_COMPARISON_H
#define SYMEX_WHY_KIND_COMPARISON_H

#include <stdbool.h>

#include "util/base/arena.h"

struct told_comparison {
	long long left, right;
	bool is_less;   /* < or <=, else > or >= */
	bool or_equals; /* <= or >= */
};

/* Reads "80 + 0 >= 80", "!(3 < 4)"; false: it is no comparison by order of whole numbers. */
bool comparison_parse(const char *text, struct told_comparison *);
/* The same of a conjunction, "4 <= 4 && 4 < 8": the first part whose sides are equal, else the
 * first.
 */
bool comparison_at_border(const char *text, struct told_comparison *);
/* Has it another value if the bound is one more or less, or with the neighbouring comparison? */
bool comparison_turns(const struct told_comparison *);
/* The condition with the neighbouring comparison where 'value' has equal sides: "i < len" of
 * "i <= len"; NULL: it cannot be said which one that is. */
char *comparison_neighbour(struct arena *, const char *condition, const char *value);

#endif
