/* symex/step/value/show.h -- constant values and lvalues as text. */
#ifndef SYMEX_STEP_VALUE_SHOW_H
#define SYMEX_STEP_VALUE_SHOW_H

#include "symex/step/value/eval.h"

/* "3", "-1", "2.5", "&a[3]", "NULL"; requires constants. */
char *show_value(struct symex *, struct arena *, const struct type *, term);
/* Bytes of memory, "01 00 ff"; "..." after the first few. */
char *show_bytes(struct symex *, struct state *, struct arena *, term pointer, uint64_t n);
/* The lvalue with its indices evaluated: "a[3].x"; otherwise as in the source. */
char *show_lvalue(struct symex *, struct state *, struct arena *, const struct expr *lvalue);

/* A comparison with the values of both sides, "80 + 0 >= 80", in the direction in which it is true
 * if 'holds'; NULL: it is none, or cannot be turned round.  Requires that all of it can be read. */
char *show_comparison(struct symex *, struct state *, struct arena *, const struct expr *,
                      bool holds);

/* "a[3].x" for the byte at 'offset' of a whole 'name' of this type; ends at a part of the type
 * 'want'.  A rest without a name is "+4". */
char *show_part(struct arena *, const char *name, const struct type *, uint64_t offset,
                const struct type *want);

/* All bytes as a string of C, "ab\n". */
char *show_string(struct arena *, const uint8_t *, uint64_t n);

#endif
