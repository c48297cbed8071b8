/* symex/why/point.h -- the point of no return of a deadlock: the step of R after which no schedule
 * ends well any more. */
#ifndef SYMEX_WHY_POINT_H
#define SYMEX_WHY_POINT_H

#include "symex/why/guided.h"

/* The event of that step; NO_EVENT: not known, or no schedule ends well. */
uint32_t point_find(struct why *);

#endif
