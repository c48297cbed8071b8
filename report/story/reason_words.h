/* report/story/reason_words.h -- the sentences of reasons; for report/story/reason.c only. */
#ifndef REPORT_STORY_REASON_WORDS_H
#define REPORT_STORY_REASON_WORDS_H

#include "report/story/reason.h"

/* A store and a load that reads it, and that do not synchronise; events. */
struct weak_link {
	uint32_t before, after; /* what they ought to order: an access before the store, or the store
	                           itself; one after the load, or the load itself */
	uint32_t store, load;
	uint32_t source; /* what is read: the store, or the last of the read-modify-writes after it */
	/* What releases for the source, and what acquires for the load, in time for 'before' and
	 * 'after'; EXECUTION_NONE: nothing, this end is too weak. */
	uint32_t release, acquire;
	uint32_t release_fence, acquire_fence; /* the last one in the thread, wherever; or NONE */
};

const char *words_claim(struct arena *, const struct cex *, const struct reason *);
/* Why the two do not synchronise, and what follows from it. */
const char *words_link(struct arena *, const struct cex *, const struct weak_link *,
                       const struct reason *);
/* The store, if it is the weak end; or the text is NULL. */
struct reason_part words_store(struct arena *, const struct cex *, const struct reason *);
struct reason_part words_link_repair(struct arena *, const struct cex *, const struct reason *);
/* Two accesses of a thread: "nothing orders the store to x at line 5 before the load of y at line
 * 6"; what they find: "T3 c reads x as 1 at line 20, then y as 0 at line 21". */
const char *words_unordered(struct arena *, const struct cex *, uint32_t first, uint32_t second);
const char *words_seen(struct arena *, const struct cex *, uint32_t first, uint32_t second);
/* What would give all threads one order of these accesses. */
const char *words_total_order(struct arena *, const struct cex *, const uint32_t *event, size_t n);
const char *words_nothing(struct arena *, const struct cex *, const struct reason *);

#endif
