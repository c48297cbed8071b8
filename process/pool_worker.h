/* process/pool_worker.h -- one worker process of a pool, as the master sees it.
 *
 * Master and worker speak over a socket.  The master sends a line for each item: the number of a
 * slot, and the text.  The worker answers with the messages of the item, one a line, and at last a
 * line with the slot.  The state of the slot is in memory that both share:
 *
 *   FREE --master sends--> QUEUED --worker begins--> BEGUN --master has the messages--> FREE
 *                          QUEUED --master takes back--> TAKEN --worker skips the line--> FREE
 *
 * Both sides leave QUEUED by compare-and-swap, so an item is either begun or taken back.
 */
#ifndef PROCESS_POOL_WORKER_H
#define PROCESS_POOL_WORKER_H

#include <stdatomic.h>
#include <sys/types.h>

#include "process/pool.h"
#include "util/base/vec.h"

enum { POOL_SLOTS = 4, POOL_AHEAD = 3 }; /* AHEAD: items that a worker has at a time */
enum message { MESSAGE_ADD = '+', MESSAGE_FOUND = '=', MESSAGE_STOP = '!', MESSAGE_END = '.' };
enum slot { SLOT_FREE, SLOT_QUEUED, SLOT_BEGUN, SLOT_TAKEN };

typedef VEC(char) pool_buffer;

struct pool_out {
	pool_buffer text; /* lines, each with its kind in front */
	bool stopped;
};

struct pool_item {
	char *text;
	unsigned killed; /* workers that died of it */
};

struct pool_worker {
	pid_t pid; /* 0: there is none */
	int fd;
	_Atomic(int) *slot;                /* POOL_SLOTS, in shared memory */
	struct pool_item item[POOL_SLOTS]; /* text NULL: none */
	pool_buffer to;                    /* not yet sent */
	pool_buffer from;                  /* answers; the first that was not returned is at 'head' */
	size_t head, seen;                 /* seen: the first line that was not looked at */
	size_t answers;                    /* so far */
};

/* What a new worker does; never returns. */
struct pool_job {
	const struct pool_calls *calls;
	void *context;
	const volatile sig_atomic_t *stop; /* may be NULL */
	struct journal *journal;           /* which it does not write; may be NULL */
	const struct pool_worker *others;  /* whose sockets are not its own */
	size_t nothers;
};

bool pool_worker_start(struct pool_worker *, const struct pool_job *); /* false: errno says why */
unsigned pool_worker_load(const struct pool_worker *);                 /* items it has */
bool pool_worker_send(struct pool_worker *, struct pool_item);         /* false: no slot is free */
void pool_worker_flush(struct pool_worker *); /* sends what is still to be sent */
bool pool_worker_take_back(struct pool_worker *, struct pool_item *);

/* Reads what there is; false: the worker has closed its socket. */
bool pool_worker_read(struct pool_worker *);
/* The next complete answer: its item and its messages, valid until the next call of read. */
bool pool_worker_answer(struct pool_worker *, struct pool_item *, char **text, size_t *n);

/* Ends it if it has not ended; returns the status of waitpid. */
int pool_worker_end(struct pool_worker *);

#endif
