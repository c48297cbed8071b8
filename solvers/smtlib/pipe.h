/* solvers/smtlib/pipe.h -- a child process behind pipes.
 *
 *   pipe_init --> pipe_start --> pipe_put ... pipe_wait ... --> pipe_end --> pipe_start ... -->
 * pipe_free
 *
 * Only pipe_wait blocks.  It writes what was put and reads at the same time, so that two full pipes
 * are no deadlock, and returns at a deadline or an interruption.  The child does not outlive us: it
 * leads a process group that pipe_end kills, and the kernel kills it if we die first.  Writing to a
 * child that has closed its input raises no SIGPIPE: pipe_wait returns PIPE_ENDED.
 *
 * A command is split into words at white space; quotes and backslashes protect, as in a shell.  No
 * shell is started; sh -c '...' starts one.
 */
#ifndef SOLVERS_SMTLIB_PIPE_H
#define SOLVERS_SMTLIB_PIPE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "util/base/arena.h"
#include "util/base/vec.h"

enum pipe_event {
	PIPE_DATA,    /* there is more in 'from' */
	PIPE_LATE,    /* the deadline has passed */
	PIPE_STOPPED, /* pipe_interrupt was called */
	PIPE_ENDED,   /* it has closed its output: all it said is in 'from' and 'complaint' */
	PIPE_FLOOD,   /* its output exceeds the limit */
};

struct pipe {
	pid_t pid;        /* 0: nothing runs */
	int in, out, err; /* we write to 'in' and read the others; -1: closed */
	int wake;         /* an eventfd that pipe_interrupt signals */
	volatile sig_atomic_t stop;
	bool close_in;  /* once all is written */
	size_t written; /* of 'to' */
	VEC(char) to;
	VEC(char) from;       /* its standard output; the owner may take bytes away */
	char complaint[1000]; /* the beginning of its standard error */
	size_t ncomplaint;
};

void pipe_init(struct pipe *);
void pipe_free(struct pipe *);

/* NULL: the program of this command can be run; else why not, in the arena. */
const char *pipe_missing(struct arena *, const char *command);

/* Ends the one before.  memory_bytes: of its address space; 0: no limit.
 * false: it did not start, and 'why' says so. */
bool pipe_start(struct pipe *, const char *command, size_t memory_bytes, char *why, size_t size);
void pipe_put(struct pipe *, const char *text, size_t n);
void pipe_close_in(struct pipe *);                         /* end of file after what was put */
enum pipe_event pipe_wait(struct pipe *, double deadline); /* of pipe_now; 0: none */
/* Kills what still runs.  How it had ended by itself, "exit code 3", or NULL: it had not. */
const char *pipe_end(struct pipe *, struct arena *);

/* From a signal handler or another thread: the wait in progress, or else the next one, returns. */
void pipe_interrupt(struct pipe *);
void pipe_calm(struct pipe *); /* forgets interruptions */

double pipe_now(void); /* seconds, monotonic */

#endif
