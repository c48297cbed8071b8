/* witness/ctypename.h -- names of types in expressions: arithmetic ones, tags, pointers to them. */
#ifndef WITNESS_CTYPENAME_H
#define WITNESS_CTYPENAME_H

#include "witness/cparser.h"

/* NULL without a mistake: something else stands here. */
const struct type *ctypename_take(struct cparser *p);
const struct type *ctypename_float(struct cparser *p, bool is_float); /* or double */

#endif
