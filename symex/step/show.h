/* symex/step/show.h -- constant values and places as a person writes them. */
#ifndef SYMEX_STEP_SHOW_H
#define SYMEX_STEP_SHOW_H

#include "symex/step/eval.h"

/* "3", "-1", "2.5", "&a[3]", "NULL"; requires constants. */
char *show_value(struct symex *, struct arena *, const struct type *, term);
/* "01 00 ff", of memory; the rest of many: "...". */
char *show_bytes(struct symex *, struct state *, struct arena *, term pointer, uint64_t n);
/* The lvalue with its indices worked out: "a[3].x"; as written where that is not possible. */
char *show_lvalue(struct symex *, struct state *, struct arena *, const struct expr *lvalue);

/* All bytes as a string of C, "ab\n". */
char *show_string(struct arena *, const uint8_t *, uint64_t n);

#endif
