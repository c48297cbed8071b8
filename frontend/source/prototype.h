/* frontend/source/prototype.h -- how functions without a body are declared, as C text. */
#ifndef FRONTEND_SOURCE_PROTOTYPE_H
#define FRONTEND_SOURCE_PROTOTYPE_H

#include "frontend/fe.h"

/* Of a FunctionDecl; the program's arena owns it. */
const struct prototype *fe_prototype(struct fe *, CXCursor function);

#endif
