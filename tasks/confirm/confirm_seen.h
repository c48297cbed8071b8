/* tasks/confirm/confirm_seen.h -- what a run of a compiled program has shown, from the texts that
 * it and the sanitizers have written, and from the file of outcomes of the harness.
 *
 *   seen_read_output, seen_read_outcome --> struct seen: a list of sightings, each with its places
 *
 * Texts are the arena's.
 */
#ifndef TASKS_CONFIRM_CONFIRM_SEEN_H
#define TASKS_CONFIRM_CONFIRM_SEEN_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/loc.h"
#include "util/base/vec.h"

enum sighting_kind {
	SEEN_ASSERT,       /* a failed assertion of the program; what: its condition */
	SEEN_ERROR,        /* an error function without a body was called; what: its name */
	SEEN_ABORT,        /* of the program itself */
	SEEN_SIGNAL,       /* that ended the program; what: "SIGSEGV" */
	SEEN_ADDRESS,      /* AddressSanitizer; what: "heap-use-after-free" */
	SEEN_LEAK,         /* LeakSanitizer: one block; the places are those of its allocation */
	SEEN_UNDEFINED,    /* UBSan; what: its text */
	SEEN_RACE,         /* ThreadSanitizer: data race; the first place of each access */
	SEEN_THREAD,       /* ThreadSanitizer: anything else; what: "lock-order-inversion" */
	SEEN_NEXT_TO_NEXT, /* the harness: two threads are stopped right before racing accesses */
	SEEN_DEADLOCK,     /* the harness: one for each thread that waits */
	SEEN_MISUSE,       /* the harness: of a lock or the like; what: its text */
};

struct sighting {
	enum sighting_kind kind;
	const char *what;
	VEC(struct loc) place; /* in the program's files, innermost first */
};

struct seen_call { /* of a client's thread */
	uint32_t thread;
	bool is_return;
};

struct seen {
	struct arena *arena;
	const char *runtime; /* a folder whose files are no places of the program; or NULL */
	VEC(struct sighting) at;
	const char *broken; /* a sanitizer does not work here: its line; or NULL */
	/* Of the harness. */
	bool is_followed, is_diverged;
	bool is_missing; /* an access was left out */
	const char *expected, *happened, *missing, *library, *input, *unsupported, *end;
	VEC(const char *) forced;   /* library functions that were answered as the test says */
	bool must_force;            /* one of them cannot be left to the system */
	const char *history;        /* "same": all calls have returned what the test says; or NULL */
	VEC(struct seen_call) call; /* calls and returns of a client, in this order */
	uint32_t row;               /* of the report, where it diverged; 0: none */
	VEC(struct loc) stack;      /* where the program ended */
};

void seen_free(struct seen *);
void seen_read_output(struct seen *, const char *text, size_t n);
void seen_read_outcome(struct seen *, const char *text, size_t n);

#endif
