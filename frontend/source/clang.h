/* frontend/source/clang.h -- what libclang tells about itself and about places, in our words. */
#ifndef FRONTEND_SOURCE_CLANG_H
#define FRONTEND_SOURCE_CLANG_H

#include <clang-c/Index.h>

#include "util/loc.h"

const char *fe_libclang(void);       /* its version, interned */
struct loc fe_loc(CXSourceLocation); /* presumed location, interned file */
struct loc fe_cursor_loc(CXCursor);

#endif
