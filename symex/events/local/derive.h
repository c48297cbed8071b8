/* symex/events/local/derive.h -- the modules that derive facts, for local_decide.c. */
#ifndef SYMEX_EVENTS_LOCAL_DERIVE_H
#define SYMEX_EVENTS_LOCAL_DERIVE_H

#include "symex/events/local/local.h"

/* --- interval.c --- */
/* Adds intervals of what reads return. */
void interval_derive(struct local_facts *);

/* --- source.c --- */
/* Adds the values of reads that find one of a few. */
void source_derive(struct local_facts *);

/* --- inductive.c --- */
/* Adds bounds of variables that every write keeps; false: none were found. */
bool inductive_derive(struct local_facts *);

/* --- progress.c --- */
/* Are waits and sections such that there is no deadlock, if every section ends? */
bool progress_may_hold(const struct local_facts *);
/* Do they? */
bool progress_holds(struct local_facts *);

#endif
