/* frontend/code/lower_complex.h -- complex numbers, part by part. */
#ifndef FRONTEND_CODE_LOWER_COMPLEX_H
#define FRONTEND_CODE_LOWER_COMPLEX_H

#include "frontend/code/lower_body.h"

const struct expr *lw_convert_complex(struct lw *, const struct type *, const struct expr *);
const struct expr *lw_complex(struct lw *, const struct type *, const struct expr *re,
                              const struct expr *im);
const struct expr *lw_complex_binary(struct lw *, const struct type *, enum expr_kind,
                                     const struct expr *, const struct expr *);
const struct expr *lw_complex_unary(struct lw *, enum CXUnaryOperatorKind, const struct expr *);
const struct expr *lw_complex_truth(struct lw *, const struct expr *); /* 0 or 1 */

#endif
