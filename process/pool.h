/* process/pool.h -- worker processes over one list of items.
 *
 * The caller's function works on an item, a text without newline, and answers with messages: new
 * items for the list, results, or the result that ends the search.  The master holds the list (last
 * in, first out).  Workers are forks of the caller, so each has all that the caller had in memory
 * when pool_run was called, but nothing that the master or other workers learn later: an item must
 * say everything that is needed to work on it.
 *
 *   pool_run --> worker 1: begin, work(item), work(item), ...
 *                worker 2: begin, work(item), ...
 *                master:   found(text) ... progress ... stopped(text) or lost(item) -->
 * struct pool_result
 *
 * Invariant: the messages of an item count when the item is finished, all at once, and are in the
 * journal before the caller sees them.  A worker that dies contributes nothing of the item it was
 * working on.  The item goes back to the list and a new worker is forked from the master; after
 * POOL_TRIES workers the item is lost, and stays open in the journal.
 *
 * Each worker has a few items ahead, so that it does not wait for the master.  Which of them it has
 * begun stands in shared memory; the master takes back those that a slow worker has not begun.
 *
 * With one worker the caller's process does the work itself: same results, no fork.
 *
 * Shares: with N shares, the master first works alone and breadth first until the list is long
 * enough, and then keeps the items whose hash falls into its own share.  This is the same split for
 * all N processes as long as 'work' is deterministic; pool_result.split tells them apart if it was
 * not.  Results found before the split are dealt out in the same way.
 *
 * process/turns.h also supervises processes, but one for each way to the same answer: there
 * nothing is handed out, and time is what is divided. Both fork by process/child.h. Batches of
 * whole programs are run by batch/supervise.py, which measures and limits processes that are not
 * ours.
 */
#ifndef PROCESS_POOL_H
#define PROCESS_POOL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "process/journal.h"

enum { POOL_TRIES = 3, POOL_MAX_WORKERS = 256 };

struct pool_out; /* messages of the item that is being worked on */
void pool_add(struct pool_out *, const char *item);   /* a new item; no newline in it */
void pool_found(struct pool_out *, const char *text); /* a result; no newline in it */
/* The search ends with this result, whatever is in the list.  'work' returns soon after. */
void pool_stop(struct pool_out *, const char *text);

struct pool_state {
	size_t open;     /* items in the list or with workers */
	size_t finished; /* items, with those of the journal */
	size_t found;    /* results, with those of the journal */
	unsigned workers;
	uint64_t bytes; /* resident in all workers together; of what they share with us, their part */
};

/* The caller's functions.  Those marked * may be NULL. */
struct pool_calls {
	void (*begin)(void *context); /* *in each new worker, before its first item */
	/* In a worker, or in the caller's process if there is only one. */
	void (*work)(void *context, const char *item, struct pool_out *);
	/* In the master. */
	void (*found)(void *context, const char *text);
	void (*stopped)(void *context, const char *text);
	/* how: "killed by SIGSEGV", "exit code 6" */
	void (*lost)(void *context, const char *item, const char *how);
	void (*progress)(void *context, const struct pool_state *); /* *at most four times a second */
};

struct pool_config {
	unsigned workers;                  /* 0 and 1: no processes are made */
	const volatile sig_atomic_t *stop; /* not 0: everything ends; NULL: there is no such flag */
	struct journal *journal;           /* NULL: none.  If it has begun, its items replace 'items' */
	unsigned share, shares;            /* share 1 ... shares; shares 0 and 1: everything */
	/* A word for what the items refer to, such as a checksum of numbers in them; NULL: nothing.  A
	 * journal that has begun with another one is not used, and shares have different splits. */
	const char *basis;
};

enum pool_end {
	POOL_FAILED,      /* no worker can be started */
	POOL_MISMATCH,    /* the journal has begun with another basis */
	POOL_INTERRUPTED, /* by the flag */
	POOL_STOPPED,     /* by pool_stop */
	POOL_EMPTY,       /* all items are finished, but for the lost ones */
};

struct pool_result {
	enum pool_end end;
	size_t finished, found, lost, died; /* died: workers */
	uint64_t split; /* of shares: the same for all that were split alike; 0: there was no split */
};

struct pool_result pool_run(const struct pool_config *, const struct pool_calls *, void *context,
                            const char *const *items, size_t n);

#endif
