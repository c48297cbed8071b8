/* frontend/lower/lower_contract.h -- calls of what stands for clauses of contracts; true: the call
 * was one of them, *value as of lw_expr. */
#ifndef FRONTEND_LOWER_LOWER_CONTRACT_H
#define FRONTEND_LOWER_LOWER_CONTRACT_H

#include "frontend/code/lower_body.h"

bool lw_contract_call(struct lw *, CXCursor call, const char *name, const struct expr **value);

#endif
