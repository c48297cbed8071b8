/* frontend/lower/lower_clause.h -- one clause of a contract. */
#ifndef FRONTEND_LOWER_LOWER_CLAUSE_H
#define FRONTEND_LOWER_LOWER_CLAUSE_H

#include "frontend/code/lower_body.h"

/* Assumes the condition, or asserts it, with that text. */
void lw_clause(struct lw *, CXCursor condition, bool is_assumed, enum property_class,
               const char *written, const char *says);

#endif
