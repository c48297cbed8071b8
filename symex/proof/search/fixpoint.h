/* symex/proof/search/fixpoint.h -- the search: from the initial view on, until nothing changes. */
#ifndef SYMEX_PROOF_SEARCH_FIXPOINT_H
#define SYMEX_PROOF_SEARCH_FIXPOINT_H

#include "symex/proof/search/view.h"

void views_open(struct views *, struct relation *);
void views_close(struct views *);
/* true: all obligations are fulfilled.  false: v->missing says which is not; or a limit. */
bool views_prove(struct views *);

#endif
