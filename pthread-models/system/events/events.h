/* pthread-models/system/events/events.h -- which files are ready, and waiting for it.
 *
 * What is inside the program (pipes, socket pairs, counters of eventfd) is ready exactly when it
 * is.  What is outside may always become ready, so nobody waits for that; each time it is asked
 * anew whether it is.  A wait for what is inside alone is a wait until one of several channels
 * changes: a watch per file says what matters of it. */
#ifndef PTHREAD_MODELS_SYSTEM_EVENTS_EVENTS_H
#define PTHREAD_MODELS_SYSTEM_EVENTS_EVENTS_H

#include "../sockets/socket.h"

enum { /* of poll and epoll */
	   EVENT_IN = 1,
	   EVENT_URGENT = 2,
	   EVENT_OUT = 4,
	   EVENT_ERROR = 8,
	   EVENT_HANG_UP = 0x10,
	   EVENT_CLOSED = 0x20, /* POLLNVAL */
	   EVENT_IN_NORMAL = 0x40,
	   EVENT_OUT_NORMAL = 0x100,
	   EVENT_PEER_SHUT = 0x2000,
	   EVENTS_IN = EVENT_IN | EVENT_IN_NORMAL,
	   EVENTS_OUT = EVENT_OUT | EVENT_OUT_NORMAL,
	   EVENTS_ALWAYS = EVENT_ERROR | EVENT_HANG_UP | EVENT_CLOSED, /* whether asked for or not */
};

/* In an atomic section: the events that a file has now, of those that are asked for and those that
 * always count; and any of 'may' can come from outside. */
int __model_events(const struct file *, int asked, int *may);
/* In an atomic section: any of 'may'; if that shows the end of a connect, it has ended. */
int __model_outside_events(const struct file *, int may);

struct watch { /* channels that end a wait; one where nothing happens in place of none */
	const struct channel *data; /* if there is something in it */
	const struct channel *fed;  /* if nobody writes to it any more */
	const struct channel *read; /* if nobody reads from it any more */
	const struct channel *room; /* if there is room in it */
	const struct channel *edge; /* if something was written to it since it had ... */
	unsigned seen;              /* ... so many arrivals */
};

enum { WATCHES = 16 };

struct watches {
	int n;
	int for_outside; /* somebody outside, too, may end the wait, who does not (inside.h) */
	struct watch at[WATCHES];
};

#define WATCH_ENDS(w)                                                                              \
	(((w).data->first != (w).data->end) | ((w).fed->writers == 0) | ((w).read->readers == 0) |     \
	 (ROOM_IN((w).room) >= ATOMIC_WRITE) | ((w).edge->arrivals != (w).seen))
#define WATCH_ENDS_4(w)                                                                            \
	(WATCH_ENDS((w)[0]) | WATCH_ENDS((w)[1]) | WATCH_ENDS((w)[2]) | WATCH_ENDS((w)[3]))
#define WATCH_ENDS_16(w)                                                                           \
	(WATCH_ENDS_4(w) | WATCH_ENDS_4((w) + 4) | WATCH_ENDS_4((w) + 8) | WATCH_ENDS_4((w) + 12))

struct edge { /* what was known of a file when it was reported last */
	unsigned arrivals;
	int end; /* that nobody writes any more */
};

/* In an atomic section: one file more is waited for.  edge: for what is new since then; or NULL. */
void __model_add_watch(struct watches *, const struct file *, int asked, const struct edge *);
/* In an atomic section: a file that lists of epoll may have is closed. */
void __model_forget_file(struct file *);
/* Waits, and returns in an atomic section.  'waiter' as of __model_begin_wait; 'changes' ends the
 * wait when it is no longer 'seen'. */
void __model_wait_for_watches(struct watches *, int waiter, const int *changes, int seen);

/* As __model_begin_wait, of calls that no handler restarts. */
int __model_begin_poll(void);

/* Around a wait with a mask of its own, which counts only where the call ends with EINTR: what is
 * ready comes first, and then no handler runs.  Meanwhile the thread blocks everything; the wait
 * itself looks for signals that the mask lets through.  NULL: it has none. */
enum { WAITER_MASKED = 128 }; /* in place of a waiter */
int __model_begin_masked(const struct signal_set *, int limit);
void __model_end_masked(int waiter);
/* In an atomic section: is there such a signal? */
int __model_masked_signal(int waiter);
/* Takes all of them; has a handler run? */
int __model_deliver_masked(void);

/* How long a call waits; the latter for any time. */
enum { WAITS_NOT, WAITS_LONG, WAITS_FOREVER };
/* The same of a time (NULL: for ever), or -1: that is none. */
int __model_limit(const struct moment *);

#endif
