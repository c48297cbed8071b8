/* frontend/clang.h -- places as libclang tells them, in our words. */
#ifndef FRONTEND_CLANG_H
#define FRONTEND_CLANG_H

#include <clang-c/Index.h>

#include "util/loc.h"

struct loc fe_loc(CXSourceLocation); /* presumed location, interned file */
struct loc fe_cursor_loc(CXCursor);

#endif
