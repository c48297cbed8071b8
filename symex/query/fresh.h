/* symex/query/fresh.h -- assumptions over variables that no earlier assumption mentions.
 *
 * A model of a library function assumes something about the value that it returns: printf returns
 * at least -1.  The variable is fresh, so the assumption excludes none of the executions so far if
 * some value of it satisfies the assumption.  A few values are tried before a solver is asked.
 */
#ifndef SYMEX_QUERY_FRESH_H
#define SYMEX_QUERY_FRESH_H

#include "symex/core/execution.h"

/* Of 'holds' and the assumptions from number 'since' on, all together. */
enum freshness {
	FRESH_NOT,   /* they and an assumption before have a variable in common */
	FRESH_ONLY,  /* they have not */
	FRESH_HOLDS, /* and some values of their variables satisfy them */
};
enum freshness fresh_since(struct symex *, size_t since, term holds);

#endif
