/* frontend/units/layout.h -- the cache behind fe_type; one per load.
 *
 * fe_type drops qualifiers and resolves typedefs.  A variable-length array becomes an array of
 * ARRAY_OPEN elements, wherever it stands in the type: lowering, which knows the bounds, replaces
 * it by type_vla.
 */
#ifndef FRONTEND_UNITS_LAYOUT_H
#define FRONTEND_UNITS_LAYOUT_H

#include "frontend/fe.h"

struct fe_layout *fe_layout_open(void);
void fe_layout_close(struct fe_layout *);
void fe_layout_forget(struct fe_layout *, CXTranslationUnit); /* which will be disposed of */

const struct type *fe_type(struct fe *, CXType);
const struct type *fe_complex(struct fe *, const struct type *part);
/* The vector of n such lanes, in as many bytes. */
const struct type *fe_vector(struct fe *, const struct type *elem, uint64_t n);
/* The field of 'record' (a lowered type) that a FieldDecl names, and through which anonymous
 * members it is reached: fills path[0..n), outermost first, n <= 16; n == 0: not a field of it. */
uint32_t fe_field_path(struct fe *, const struct type *record, CXCursor field_decl,
                       const struct field *path[16]);

#endif
