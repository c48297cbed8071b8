/* result/execution.h -- the execution graph of a counterexample, as plain data.
 *
 * Where an execution is more than a sequence of steps (--mm tso, pso, c11), the counterexample has
 * its graph besides its steps: the accesses to shared memory, fences and operations of the library,
 * each with its memory order, the write that each read took its value from, and the order in which
 * the writes of a location are.  The replay records it (symex/replay/event_log.h), a checker
 * decides whether the memory model allows it (symex/replay/consistent.h), and reports are built on
 * it.
 *
 * What is guaranteed, if cex.execution is not NULL:
 *
 *   - event[] is in issue order: an order that has program order, creation before what the new
 *     thread does, the end of a thread before its join, and every source before its reads.  'index'
 *     counts the events of a thread, from 0.
 *   - A read names its source for all its bytes: read[] has one entry for each part of it that
 *     comes from one write, usually one.  source == EXECUTION_INITIAL: no write of the execution;
 *     static initialisation, or what memory held when it was allocated.  EXECUTION_UNKNOWN: a read
 *     whose value nothing depends on.
 *   - Of two writes that have a byte in common, the one with the smaller 'place' is earlier in the
 *     modification order of that byte (mo).  Places of writes to different bytes say nothing.
 *   - A compare-exchange that succeeded and every other read-modify-write is one event of kind RMW,
 *     with read and written bytes; one that failed is a READ with its failure order in 'order'.
 *   - An operation of the library (pthread_mutex_lock) is one event of kind LIBRARY for each of its
 *     atomic sections.  It reads and writes words of the library, which are sequentially
 *     consistent: read[] and written[] are about these.
 *   - Memory that only one thread accesses is left out, unless the access is seq_cst.
 *   - 'name', texts of values and positions are for people: as the user would write them.
 *
 * Relations between events (program order, reads-from, synchronises-with, happens-before) are
 * functions of result/pairs.h.
 */
#ifndef RESULT_EXECUTION_H
#define RESULT_EXECUTION_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/loc.h"
#include "util/base/vec.h"

enum execution_model { EXECUTION_SC, EXECUTION_TSO, EXECUTION_PSO, EXECUTION_C11 };

enum execution_kind {
	EXECUTION_READ,
	EXECUTION_WRITE,
	EXECUTION_RMW,
	EXECUTION_FENCE,
	EXECUTION_LIBRARY,      /* lock, unlock, wait, post, ...: an atomic section of a function of the
	                           library that reads or writes its words */
	EXECUTION_CREATE,       /* creates the thread 'other' */
	EXECUTION_JOIN,         /* goes on since the thread 'other' has ended */
	EXECUTION_ATOMIC_BEGIN, /* an atomic section of the user: __VERIFIER_atomic_begin() */
	EXECUTION_ATOMIC_END,
};

/* Memory orders, the weaker ones first; acquire and release are not comparable. */
enum execution_order {
	ORDER_PLAIN, /* not atomic */
	ORDER_RELAXED,
	ORDER_CONSUME, /* is treated as acquire */
	ORDER_ACQUIRE,
	ORDER_RELEASE,
	ORDER_ACQ_REL,
	ORDER_SEQ_CST,
};

#define EXECUTION_INITIAL UINT32_MAX       /* the source is no write of the execution */
#define EXECUTION_UNKNOWN (UINT32_MAX - 1) /* it is not known, and nothing depends on the value */
#define EXECUTION_NONE    UINT32_MAX       /* no event, no thread */
#define EXECUTION_NEVER   UINT32_MAX       /* it does not reach memory before the execution ends */

/* The byte of an object that says whether its lifetime has ended: a free writes it, and the check
 * in front of each access reads it. */
#define EXECUTION_LIFETIME (UINT64_MAX - 1)

struct execution_bytes { /* n bytes of an object, from 'from' on */
	uint32_t object;     /* a number that has no meaning outside the execution */
	uint64_t from;
	uint32_t n;
};

struct execution_read { /* a part of what an event reads */
	struct execution_bytes at;
	uint32_t source;   /* index of the event that wrote it; EXECUTION_INITIAL, EXECUTION_UNKNOWN */
	bool is_forwarded; /* tso, pso: from the store buffer of its own thread */
	bool acquires;     /* LIBRARY: it synchronises with what releases this word */
};

struct execution_write { /* what an event writes */
	struct execution_bytes at;
	uint32_t place; /* in mo: see above */
	bool releases;  /* LIBRARY: what acquires this word synchronises with it */
};

struct execution_event {
	enum execution_kind kind;
	uint32_t thread; /* as in cex.thread */
	uint32_t index;  /* among the events of its thread, from 0 */
	struct loc loc;  /* in the user's code */
	const char *function;
	enum execution_order order;
	/* A compare-exchange that failed: what its order would have been; else ORDER_PLAIN. */
	enum execution_order success_order;
	bool is_failed;   /* it is one */
	const char *name; /* of the location, "x", "a[3]", "p->next"; LIBRARY: the object, "&m"; NULL:
	                     there is none, a fence */
	const char *library; /* LIBRARY, CREATE, JOIN: the function, "pthread_mutex_lock"; or NULL */
	const char *value;   /* that is read, and of a WRITE, that is written; or NULL */
	const char *written_value; /* of an RMW; or NULL */
	VEC(struct execution_read) read;
	VEC(struct execution_write) written;
	uint32_t other; /* CREATE, JOIN: the thread; else EXECUTION_NONE */
	/* LIBRARY: it releases, acquires one of its words.  A try that failed does neither. */
	bool releases, acquires;
	bool is_lifetime; /* it checks or ends the lifetime of an object; not to be shown, unless: */
	bool ends;        /* it ends it: free() */
	/* Positions in one sequence of what is issued and what reaches memory: where the event is
	 * issued, increasing; and where its write is in memory, for other threads to find.  The two are
	 * equal unless the write was in a store buffer (tso, pso). */
	uint32_t issued, in_memory;
};

struct execution {
	enum execution_model model;
	VEC(struct execution_event) event;
	/* A data race: the two accesses, the one that was issued first first; else EXECUTION_NONE. */
	uint32_t raced[2];
};

void execution_init(struct execution *, enum execution_model);
void execution_free(struct execution *); /* its lists */

/* Is it the index of an event? */
static inline bool execution_is_event(uint32_t source) {
	return source != EXECUTION_INITIAL && source != EXECUTION_UNKNOWN;
}

/* The thread's last event is this one: sets 'index', 'issued' and 'in_memory', and returns the
 * index of the event.  The lists become the execution's. */
uint32_t execution_add(struct execution *, struct execution_event);

const char *execution_model_name(enum execution_model); /* "c11" */
const char *execution_kind_name(enum execution_kind);   /* "read", "read-modify-write" */
const char *execution_order_name(enum execution_order); /* "relaxed", "seq_cst" */

static inline bool execution_reads(const struct execution_event *e) {
	return e->kind == EXECUTION_READ || e->kind == EXECUTION_RMW;
}
static inline bool execution_writes(const struct execution_event *e) {
	return e->kind == EXECUTION_WRITE || e->kind == EXECUTION_RMW;
}
static inline bool execution_is_buffered(const struct execution_event *e) {
	return e->in_memory != e->issued;
}
static inline bool order_releases(enum execution_order o) {
	return o == ORDER_RELEASE || o == ORDER_ACQ_REL || o == ORDER_SEQ_CST;
}
static inline bool order_acquires(enum execution_order o) {
	return o == ORDER_CONSUME || o == ORDER_ACQUIRE || o == ORDER_ACQ_REL || o == ORDER_SEQ_CST;
}
bool bytes_meet(struct execution_bytes, struct execution_bytes); /* do they have one in common? */

#endif
