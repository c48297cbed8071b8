/* symex/query/about.h -- what a query is about, for the proofs of --certificate: "violations at
 * a.c:3, a.c:9".
 *
 *   about_violations --> about_place ... --> the query
 *   about --> the query
 *
 * Does nothing if no proofs are asked for.
 */
#ifndef SYMEX_QUERY_ABOUT_H
#define SYMEX_QUERY_ABOUT_H

#include "symex/core/execution.h"

void about(const struct symex *, const char *text);
void about_violations(const struct symex *);
void about_place(const struct symex *, struct loc); /* each once, and only the first ones */

#endif
