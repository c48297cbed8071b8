/* process/spool.h -- processes that work side by side, each of which leaves what it has to say in a
 * file in memory.
 *
 *   spool_start --> [spool_ask, spool_seconds ...] --> spool_ended or spool_wait --> spool_read -->
 *   spool_close
 *
 * Nobody has to listen while they work.  They die with their parent, leave no core files, and what
 * they print on stderr is lost.
 */
#ifndef PROCESS_SPOOL_H
#define PROCESS_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct spool {
	pid_t pid;
	int fd; /* of the file */
};

/* Calls work(context, fd) in a new process, which ends with the exit code that it returns.  false:
 * there is none, and errno says why. */
bool spool_start(struct spool *, int (*work)(void *context, int fd), void *context);
/* Of the process and of all that it starts, up to now. */
double spool_seconds(const struct spool *);
/* Without waiting.  true: *status is that of waitpid, *seconds the processor time that it used. */
bool spool_ended(const struct spool *, int *status, double *seconds);
int spool_wait(const struct spool *); /* the status */
/* All of the file, and a 0 after it: mem_free is for the caller.  NULL: it cannot be read. */
char *spool_read(const struct spool *, size_t *n);
void spool_close(struct spool *);

#endif
