/* symex/core/property.h -- the properties of a run.
 *
 * Those of the program come first, with their index in goto_prog.property.  Properties found during
 * execution follow: a race of two instructions, a deadlock, a leak, a loop that is cut.  Each of
 * these is added once and found again by its key, an interned text.  Its id continues the numbers
 * of the program's properties of the same function and class.
 *
 * A run owns the table and its replays share it, so an index denotes the same property in both, and
 * in the result (symex/query/verdict.h).
 */
#ifndef SYMEX_CORE_PROPERTY_H
#define SYMEX_CORE_PROPERTY_H

#include "goto/program/prog.h"

struct properties;

struct properties *properties_open(const struct goto_prog *);
void properties_close(struct properties *);
uint32_t properties_count(const struct properties *);
/* Valid until the next property is added. */
const struct property *properties_at(const struct properties *, uint32_t index);
bool properties_find(const struct properties *, const char *key, uint32_t *index);
/* The property with that key, which is added if there is none. */
uint32_t properties_get(struct properties *, const char *key, const struct function *,
                        enum property_class, struct loc, const char *text);

#endif
