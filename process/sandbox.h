/* process/sandbox.h -- a program that is not ours, run with limits.
 *
 * It runs in a process group of its own, without a terminal, in a folder that the caller names, and
 * without the network where the system lets us take it away.  When it ends, or is ended, whatever
 * it has started ends, too: a process between us and it (the keeper) becomes the parent of
 * everything that would be left over.
 *
 *   we --fork--> keeper --fork, exec--> the program --> what it starts
 */
#ifndef PROCESS_SANDBOX_H
#define PROCESS_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "util/files/bytes.h"

struct sandbox {
	const char *const *argv;        /* ends with NULL; the first is searched for in PATH */
	const char *const *environment; /* "NAME=VALUE", ends with NULL; NULL: our own */
	const char *folder;             /* that it runs in */
	double seconds;                 /* limits; 0: none */
	uint64_t memory, output;        /* bytes: resident; written to stdout and stderr */
	bool no_network;
	bool (*stop)(void); /* true: it is ended; or NULL */
};

enum sandbox_end {
	SANDBOX_FAILED, /* it could not be started */
	SANDBOX_ENDED,
	SANDBOX_TIME, /* it was ended, because of its limits or by 'stop' */
	SANDBOX_MEMORY,
	SANDBOX_OUTPUT,
	SANDBOX_STOPPED,
};

struct sandbox_result {
	enum sandbox_end end;
	int status;      /* ENDED: of waitpid */
	byte_vec output; /* what it has written to stdout and stderr, no more than the limit */
	double seconds;
};

enum { SANDBOX_NO_PROGRAM = 127 }; /* exit code: it is not there */

struct sandbox_result sandbox_run(const struct sandbox *);
void sandbox_free(struct sandbox_result *);

#endif
