/* symex/replay/event_log.h -- records the graph of an execution while a replay executes it.
 *
 * The engine of the replay tells it every instruction, access and fence; it groups accesses into
 * events (result/execution.h), as nodes of events do: the accesses of an instruction are one event
 * each, those of a C atomic operation one event together, and so are those of an atomic section of
 * the library.  Memory that only one thread accesses is dropped at the end.
 *
 *   event_log_open --> event_log_instruction, event_log_read, event_log_write, ...
 *     --> event_log_finish --> event_log_close
 *
 * Sources: an engine that knows where a read's value comes from says so; otherwise it is the last
 * write of these bytes that was recorded.  Places in mo: an engine that knows ranks of writes says
 * so; a write without one is put before the first one that it happens before.  An engine with store
 * buffers says when a write is in memory, and places are in that order.
 */
#ifndef SYMEX_REPLAY_EVENT_LOG_H
#define SYMEX_REPLAY_EVENT_LOG_H

#include "result/execution.h"
#include "symex/core/state.h"
#include "symex/replay/replay_plan.h"

/* Why there is no graph: no bug. */
extern const char event_log_too_long[];

struct event_log_node { /* of a thread: what it does without an interruption */
	uint32_t location;
	bool is_named;     /* the location is that of the node, and not just of the instruction */
	bool is_open;      /* accesses belong to it, until an instruction begins another one */
	bool is_section;   /* an atomic section: of C's operations, the library or the user */
	bool is_operation; /* an atomic operation of C */
	bool in_model;
	uint32_t event; /* of the operation, or of the section of the library; or EXECUTION_NONE */
	enum mem_order failure_order; /* of the operation's load */
};

struct event_log_bytes { /* that an event has written last */
	uint64_t from;
	uint32_t n, event;
};

struct event_log_shadow { /* of an object */
	VEC(struct event_log_bytes) at;
};

struct event_log_buffer { /* of a thread: events whose writes are not in memory, oldest first */
	VEC(uint32_t) event;
};

struct event_log {
	struct execution execution;
	VEC(struct event_log_node) node; /* by thread */
	VEC(uint32_t) rank;              /* by event: of its write; or NO_RANK */
	VEC(struct event_log_shadow) shadow;
	VEC(struct event_log_buffer) buffer; /* by thread */
	struct map object;                   /* object -> index in 'shadow' */
	uint32_t time;      /* the next position in the sequence of what is issued and in memory */
	uint32_t arrivals;  /* writes that are in memory so far */
	bool is_ranked;     /* places come from ranks, not from when writes are in memory */
	const char *broken; /* why there is no graph; or NULL */
};

void event_log_open(struct event_log *, enum execution_model);
void event_log_close(struct event_log *);

/* The running thread is about to execute the instruction st->pc. */
void event_log_instruction(struct event_log *, struct symex *, const struct state *);
/* The location of the node that the thread is in (core/location.h).  It is that of its first access
 * that the plan knows: event_log_name. */
uint32_t event_log_location(const struct event_log *, uint32_t tid);
void event_log_name(struct event_log *, uint32_t tid);

/* Accesses; 'a' is to constant bytes.  Return the index of the event.  'part': where the value
 * comes from; NULL: from the last writes. */
uint32_t event_log_read(struct event_log *, struct symex *, struct state *, const struct access *a,
                        term value, const struct execution_read *part, size_t parts);
uint32_t event_log_write(struct event_log *, struct symex *, struct state *, const struct access *a,
                         term value, uint32_t rank);
/* Store buffers (tso, pso).  The write waits in the buffer of its thread; one of the writes there
 * reaches memory; the last one that was issued does not wait after all; those to an object that has
 * ended never reach it. */
uint32_t event_log_store(struct event_log *, struct symex *, struct state *, const struct access *a,
                         term value);
void event_log_flush(struct event_log *, uint32_t tid, uint32_t position);
void event_log_at_once(struct event_log *, uint32_t tid);
void event_log_drop(struct event_log *, uint32_t tid, uint32_t object);
void event_log_fence(struct event_log *, struct symex *, struct state *, enum mem_order);
/* The section of the library releases, or acquires, the word. */
void event_log_synchronise(struct event_log *, struct symex *, struct state *, term word,
                           bool acquires);
void event_log_create(struct event_log *, struct symex *, struct state *, uint32_t tid);
void event_log_join(struct event_log *, struct symex *, struct state *, uint32_t tid);

/* The execution is over: drops what only one thread accesses, and sets the places in mo.  'raced':
 * two events, or NULL. */
void event_log_finish(struct event_log *, const uint32_t *raced);

#endif
