/* frontend/source/clang.h -- what libclang tells about itself, places and cursors, in our words. */
#ifndef FRONTEND_SOURCE_CLANG_H
#define FRONTEND_SOURCE_CLANG_H

#include <clang-c/Index.h>
#include <stdbool.h>

#include "util/base/loc.h"

const char *fe_libclang(void);       /* its version, interned */
struct loc fe_loc(CXSourceLocation); /* presumed location, interned file */
struct loc fe_cursor_loc(CXCursor);

CXCursor fe_first_child(CXCursor); /* or the null cursor */
/* Does the type of the declaration say so?  Attributes of the declaration itself are not in it. */
bool fe_type_is_noreturn(CXCursor decl);

#endif
