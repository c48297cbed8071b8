/* symex/events/encode/section.h -- critical sections of mutexes, and of what exclusion.c finds.
 *
 * lazy/states/protect.h says how this differs from what the other engines know of locks.
 */
#ifndef SYMEX_EVENTS_ENCODE_SECTION_H
#define SYMEX_EVENTS_ENCODE_SECTION_H

#include "symex/events/record/events.h"

struct acquire { /* where a section begins */
	uint32_t event, node;
	bool waits;     /* the node waits for the word to be 0 */
	bool is_shared; /* of a reader: excludes only those that are not */
	term happens;
	VEC(uint32_t) release; /* events, on exclusive paths: where it ends */
};

struct lock { /* a word that is written */
	uint32_t object;
	struct event_bytes at;
	VEC(struct acquire) acquire; /* of a mutex */
	VEC(uint32_t) write;         /* events */
	bool is_mutex;
	bool is_users;    /* a thread writes it outside the library, and that is not sequentially
	                     consistent: it is no lock, whatever it looks like */
	uint32_t *around; /* of a mutex, by event: the section that it is in, plus 1, or 0 */
};

struct blocked { /* a wait for a read-write lock or a semaphore */
	uint32_t node;
	term held; /* if it lasts for ever, this holds: somebody has the lock for ever */
};

struct replaced { /* what a word has when an event writes it */
	bool is_looked_up, is_known;
	uint64_t value;
};

struct sections {
	VEC(struct lock) lock;
	VEC(struct blocked) blocked;
	struct replaced *replaced; /* by event: lock_owner.c; NULL: not looked up yet */
};

/* The write happens before all others of the word. */
bool section_is_initial(const struct events *, const struct lock *, uint32_t event);
/* Another word that overlaps this one is written, too. */
bool section_is_mixed(const struct sections *, const struct lock *);

/* The condition that the write happens, as other threads see it. */
term section_happens(struct events *, const struct event *);
/* The condition that the section ends. */
term section_released(struct events *, const struct acquire *);
/* Of the two sections, one is over before the other begins. */
void section_exclude(struct events *, const struct acquire *, const struct acquire *);
/* Both cannot happen. */
bool section_alternatives(struct events *, uint32_t event, uint32_t other);

/* Are the events, of different threads, in sections of one mutex that synchronise?  first: the
 * section of a is over when that of b begins, so that a happens before b; if not, it is the other
 * way round. */
bool section_order(struct events *, uint32_t a, uint32_t b, term *first);
/* Are both events of a thread within the same section of the mutex, whenever they happen? */
bool section_has(const struct lock *, uint32_t event, uint32_t other);

/* Finds critical sections, unless that was done. */
void section_find(struct events *);
/* Orders critical sections, and settles the reads that need no write. */
void section_encode(struct events *);
/* The node waits for a lock: the condition that a section holds it for ever.  NO_TERM: it waits for
 * something else. */
term section_blocked(struct events *, uint32_t node);
void section_close(struct events *);

#endif
