/* witness/coperator.h -- operators on expressions, typed and converted as C does.
 *
 * Operands may be NULL, after a mistake; then so is the result. */
#ifndef WITNESS_COPERATOR_H
#define WITNESS_COPERATOR_H

#include "witness/cparser.h"

const struct type *coperator_int(struct cparser *p);
const struct expr *coperator_number(struct cparser *p, const struct type *type, uint64_t value);
const struct type *coperator_promoted(struct cparser *p, const struct expr *e);
const struct type *coperator_common(struct cparser *p, const struct expr *a, const struct expr *b);
const struct expr *coperator_convert(struct cparser *p, const struct type *type,
                                     const struct expr *e);
/* Arrays and functions become pointers, the rest is itself. */
const struct expr *coperator_value(struct cparser *p, const struct expr *e);
const struct expr *coperator_scalar(struct cparser *p, const struct expr *e);

const struct expr *coperator_deref(struct cparser *p, const struct expr *e);
/* Also of anonymous members; NULL: there is none. */
const struct expr *coperator_member(struct cparser *p, const struct expr *record,
                                    const char *field);
const struct expr *coperator_element(struct cparser *p, const struct expr *e,
                                     const struct expr *ix);
const struct expr *coperator_not(struct cparser *p, const struct expr *e);
const struct expr *coperator_logic(struct cparser *p, enum expr_kind kind, const struct expr *a,
                                   const struct expr *b);
const struct expr *coperator_binary(struct cparser *p, enum expr_kind kind, const struct expr *a,
                                    const struct expr *b);

/* Sets p->defined to 'outer' and the conditions that p->defined holds now, weakened: they are
 * needed only if the truth of 'condition' is 'when'. */
void coperator_need_only_if(struct cparser *p, const struct expr *outer,
                            const struct expr *condition, bool when);

#endif
