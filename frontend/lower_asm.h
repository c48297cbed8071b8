/* frontend/lower_asm.h -- inline assembly. */
#ifndef FRONTEND_LOWER_ASM_H
#define FRONTEND_LOWER_ASM_H

#include "frontend/lower_body.h"

void lw_asm_stmt(struct lw *, CXCursor);

#endif
