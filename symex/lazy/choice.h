/* symex/lazy/choice.h -- which actors are tried at a node: bounds, sleep sets, persistent sets. */
#ifndef SYMEX_LAZY_CHOICE_H
#define SYMEX_LAZY_CHOICE_H

#include "symex/lazy/edge.h"

/* Explores the steps of the actors that must be tried.  status: of each thread
 * (explore/enabled.h). out->summary: the waits of the disabled threads. */
void choice_explore(struct tree *, struct state *, const uint8_t *status, struct path,
                    struct subtree_outcome *out);

#endif
