/* symex/reduction.h -- the table of reductions, made from symex/reductions.def.
 *
 * A strategy says which reductions it has (symex/strategy.h), an option switches each of them off,
 * and the table says with which limits of the search it is unsound and therefore off.
 */
#ifndef SYMEX_REDUCTION_H
#define SYMEX_REDUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "symex/reductions.h"

struct goto_prog;
struct symex_config;

enum reduction_limit_ix {
#define REDUCTION_LIMIT(ID, text) LIMIT_IX_##ID,
#include "symex/reductions.def"
	LIMIT_N
};

enum reduction_limit { /* bits */
#define REDUCTION_LIMIT(ID, text) LIMIT_##ID = 1 << LIMIT_IX_##ID,
#include "symex/reductions.def"
};

enum reduction_kind { REDUCTION_OF_SEARCH, REDUCTION_PASS, REDUCTION_SHORTCUT };

struct reduction_info {
	enum reduction_kind kind;
	const char *name;
	const char *help;
	const char *sound; /* the condition under which it changes no verdict */
	unsigned off;      /* the limits with which it is off */
};

extern const struct reduction_info reduction_table[REDUCTION_N];
/* The option that sets the limit, or what the program has. */
extern const char *const reduction_limit_text[LIMIT_N];

/* What a search is about.  The bounds that are explored may differ from those that were given; the
 * other limits are those of the configuration and of the program. */
struct reduction_scope {
	const struct symex_config *config;
	const struct goto_prog *prog; /* NULL: nothing is known of it */
	uint32_t context_bound, preemption_bound, decision_bound;
	unsigned more; /* limits that only the caller knows: of reports, of the strategy */
};

/* Is it on, and sound there, also under the memory model of the configuration? */
bool reduction_applies(enum reduction, const struct reduction_scope *);
/* All that are, as bits. */
uint64_t reductions_applying(const struct reduction_scope *);

/* REDUCTION_N: there is none of this name. */
enum reduction reduction_find(const char *name);

#endif
