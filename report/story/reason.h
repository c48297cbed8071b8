/* report/story/reason.h -- why a weak memory model allows what an execution shows.
 *
 * An execution is told in issue order (result/execution.h).  Whoever reads it from top to bottom
 * stumbles where memory does not follow that order:
 *
 *   OLD_VALUE   a read finds an older value than that of a write that was issued before it
 *   OLD_STORE   a write is older, in the modification order, than one that was issued before it
 *   RACE        two accesses of a data race
 *
 * Each has one reason, for the earlier event a and the later one b.
 *
 *   NO_SYNC    A way of program order and reads-from leads from a to b, but a store and the load
 *              that reads it do not synchronise there: the first such pair on a shortest way, and
 *              which end is too weak.
 *   NO_ORDER   There is no such way, but one that also goes through older values: no order of all
 *              accesses explains what the threads see (store buffering).  The accesses of the
 *              cycle; seq_cst would forbid it.
 *   NOTHING    Nothing connects the two.
 *   BUFFERED   tso, pso: the write is still in a store buffer.
 *
 * Texts are sentences for people who know C, not memory models.
 */
#ifndef REPORT_STORY_REASON_H
#define REPORT_STORY_REASON_H

#include "result/pairs.h"
#include "result/result.h"

enum reason_kind { REASON_OLD_VALUE, REASON_OLD_STORE, REASON_RACE };
enum reason_why { WHY_NOTHING, WHY_NO_SYNC, WHY_NO_ORDER, WHY_BUFFERED };

struct reason_part { /* a sentence, and the access that it is about */
	uint32_t event;
	const char *text;
};

struct reason {
	enum reason_kind kind;
	enum reason_why why;
	uint32_t earlier, later; /* events, as they were issued */
	uint32_t store, load;    /* NO_SYNC: the pair; else EXECUTION_NONE */
	/* Orders with which they would synchronise; ORDER_PLAIN: the end is strong enough, or no order
	 * would help. */
	enum execution_order store_needs, load_needs;
	/* NO_ORDER: the events of the cycle, those of a thread one after the other */
	VEC(uint32_t) cycle;
	const char *claim; /* "data is 0, an older value: T1 writer has stored 1 at line 15" */
	/* The sentences of why: for NO_ORDER one for each thread. */
	VEC(struct reason_part) part;
	struct reason_part weak_store; /* NO_SYNC: the store, if it is too weak; or text is NULL */
	struct reason_part repair;     /* what would forbid it, not verified; or text is NULL */
};

struct reasons {
	VEC(struct reason) at; /* no two with the same pair, or with the same cycle */
};

/* Texts are of the arena.  None, if the counterexample has no graph, or all is in order. */
void reasons_find(struct reasons *, struct arena *, const struct cex *);
void reasons_free(struct reasons *);

/* In a sentence with a full stop, why the property is violated under a memory model weaker than sc:
 * what is most of the matter of these; NULL: nothing is. */
char *reasons_sentence(struct arena *, const struct property_result *);
/* With which orders it would hold; NULL: that is not known. */
char *reasons_holds_if(struct arena *, const struct property_result *);

/* Of a read: a write that was issued before it, and that is newer than what it finds, the newest
 * one; of a write: one that was issued before it and comes after it in the modification order.
 * EXECUTION_NONE: there is none, or the execution is one of tso or pso. */
uint32_t reason_newer(const struct execution *, uint32_t event);

#endif
