/* frontend/lower/lower_jump.h -- setjmp and longjmp. */
#ifndef FRONTEND_LOWER_LOWER_JUMP_H
#define FRONTEND_LOWER_LOWER_JUMP_H

#include "frontend/code/lower_body.h"

void lw_jump_open(struct lw *);
void lw_jump_close(struct lw *);
bool lw_jump_call(struct lw *, CXCursor call, const char *name, const struct expr **value);

#endif
