/* report/story/facts.h -- sets of facts about threads: C expressions as text.
 *
 * A set is sorted, each text occurs once and is interned.  Facts about two threads name their
 * variables t1.x and t2.x.
 */
#ifndef REPORT_STORY_FACTS_H
#define REPORT_STORY_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/arena.h"

struct facts {
	const char **at;
	uint32_t n;
};

struct facts facts_make(struct arena *, const char *const *text, uint32_t n);
bool facts_have(const struct facts *, const char *interned);
struct facts facts_common(struct arena *, const struct facts *, const struct facts *);
struct facts facts_minus(struct arena *, const struct facts *, const struct facts *);
/* The same facts with the two threads named the other way round. */
struct facts facts_swapped(struct arena *, const struct facts *);
/* Those that are not already known of one of the two threads alone: 'first' holds where t1 is,
 * 'second' where t2 is, with their own variables named plainly. */
struct facts facts_of_both(struct arena *, const struct facts *, const struct facts *first,
                           const struct facts *second);
const char *facts_key(const struct facts *); /* interned; equal sets have the same */
/* The fact as an operand of &&: in parentheses where C needs them. */
const char *facts_operand(struct arena *, const char *fact);

#endif
