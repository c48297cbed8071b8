/* symex/why/late.h -- what the other threads would have done after the end of R. */
#ifndef SYMEX_WHY_LATE_H
#define SYMEX_WHY_LATE_H

#include "symex/why/guided.h"

/* Adds late events to the story. */
void late_find(struct why *);

#endif
