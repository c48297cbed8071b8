/* frontend/code/lower_vector.h -- a value of vector type is a record with an array of lanes
 * (goto/program/type.h). */
#ifndef FRONTEND_CODE_LOWER_VECTOR_H
#define FRONTEND_CODE_LOWER_VECTOR_H

#include "frontend/code/lower_body.h"

enum { LW_LANES = 64 };
struct lw_lanes { /* values to compute with, all of one type */
	const struct type *elem;
	uint32_t n;
	const struct expr *at[LW_LANES];
};
struct lw_lanes lw_lanes(struct lw *, const struct expr *vector);
/* The same bits as lanes of another type; 'e' may be a scalar, too. */
struct lw_lanes lw_lanes_as(struct lw *, const struct expr *e, const struct type *elem);
/* A new value of that type from so many lanes (missing ones are zero), which are converted. */
const struct expr *lw_vector(struct lw *, const struct type *, const struct lw_lanes *);
/* Of a scalar, all lanes have its value; of a vector (or to a scalar), the bits stay. */
const struct expr *lw_convert_vector(struct lw *, const struct type *, const struct expr *);
const struct expr *lw_bitcast(struct lw *, const struct type *, const struct expr *);
const struct expr *lw_vector_lane(struct lw *, const struct expr *vector, const struct expr *ix);
/* 'type' is the result's; NULL: there is no such operation. */
const struct expr *lw_vector_binary(struct lw *, const struct type *, enum expr_kind,
                                    const struct expr *, const struct expr *);
const struct expr *lw_vector_unary(struct lw *, const struct type *, enum CXUnaryOperatorKind,
                                   const struct expr *);

#endif
