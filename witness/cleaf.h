/* witness/cleaf.h -- names and constants in expressions. */
#ifndef WITNESS_CLEAF_H
#define WITNESS_CLEAF_H

#include "witness/cparser.h"

const struct expr *cleaf_name(struct cparser *p);
const struct expr *cleaf_constant(struct cparser *p);
const struct expr *cleaf_character(struct cparser *p);

#endif
