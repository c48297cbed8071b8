/* symex/events/encode/psc.h -- C11: what is sequentially consistent is in one order. */
#ifndef SYMEX_EVENTS_ENCODE_PSC_H
#define SYMEX_EVENTS_ENCODE_PSC_H

#include <stdbool.h>

/* An axiom of the order: excludes models in which what is sequentially consistent is not in one
 * order. */
bool psc_check(void *events);

#endif
