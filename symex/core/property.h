/* symex/core/property.h -- the properties of a run.
 *
 * Those of the program come first, with the index that they have in goto_prog.property.  Behind
 * them stand those that only execution brings up: a race of two instructions, a deadlock, a leak, a
 * loop that is cut.  Each of these is made once and found again by a key, an interned text.  Its id
 * counts on from the ids that the program gave to properties of the same function and class.
 *
 * A run owns the table and its replays use the same one, so an index means the same property in
 * both, and in the result (symex/query/verdict.h).
 */
#ifndef SYMEX_CORE_PROPERTY_H
#define SYMEX_CORE_PROPERTY_H

#include "goto/prog.h"

struct properties;

struct properties *properties_open(const struct goto_prog *);
void properties_close(struct properties *);
uint32_t properties_count(const struct properties *);
/* Until the next one is made. */
const struct property *properties_at(const struct properties *, uint32_t index);
bool properties_find(const struct properties *, const char *key, uint32_t *index);
/* The property with that key, which is made when there is none yet. */
uint32_t properties_get(struct properties *, const char *key, const struct function *,
                        enum property_class, struct loc, const char *text);

#endif
