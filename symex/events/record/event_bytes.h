/* symex/events/record/event_bytes.h -- which bytes of an object an access is to, as far as that is
 * known without a solver.
 */
#ifndef SYMEX_EVENTS_RECORD_EVENT_BYTES_H
#define SYMEX_EVENTS_RECORD_EVENT_BYTES_H

#include <stdbool.h>
#include <stdint.h>

/* Bytes of an object: n, at an offset that is 'from' plus a multiple of 'step'; step 0: at 'from'.
 * The lifetime of an object is one byte more, at LIFETIME: 1: it has ended. */
struct event_bytes {
	uint64_t from, step;
	uint32_t n;
	bool is_limited; /* the offset is between these two */
	uint64_t least, most;
};
#define LIFETIME  (UINT64_MAX - 1)
#define ANY_BYTES ((struct event_bytes){.from = 0, .step = 1, .n = 1})

static inline bool bytes_equal(struct event_bytes a, struct event_bytes b) {
	return a.from == b.from && a.step == b.step && a.n == b.n && a.is_limited == b.is_limited &&
	       a.least == b.least && a.most == b.most;
}
bool bytes_overlap(struct event_bytes, struct event_bytes); /* may they have a byte in common? */
/* Whatever the offsets of both are, they differ by a multiple of this, and so do their ends. */
uint64_t bytes_grain(struct event_bytes, struct event_bytes);

#endif
