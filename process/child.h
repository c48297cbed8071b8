/* process/child.h -- a forked process that works for its parent and reports only to it.
 *
 * It prints nothing and writes no reports: stdout leads nowhere, fatal errors and crashes end the
 * process, and the parent sees the exit code or the signal.  It dies with its parent.
 */
#ifndef PROCESS_CHILD_H
#define PROCESS_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { CHILD_LOST_PARENT = 120, CHILD_TOO_DEEP = 121 }; /* exit codes; TOO_DEEP: of stack */

/* In the new process, before anything else. */
void child_begin(pid_t parent);
/* All of it; ends the process if the parent is gone. */
void child_send(int fd, const void *bytes, size_t n);

/* In the parent. */
int child_end(pid_t);        /* kills it if it has not ended; returns the status of waitpid */
uint64_t child_bytes(pid_t); /* resident; of what processes share, its part */
/* Processor time of the process, of what it has started, and so on for so many generations. */
double child_seconds(pid_t, unsigned generations);
/* "killed by SIGSEGV", "exit code 6"; 'to' has room for it. */
void child_how(int status, char *to, size_t size);
/* Has it ended by a mistake of ours?  That is a signal that our own code has caused, or the exit
 * code of BUG.  Not SIGKILL, which the system sends when there is no more memory, nor a program
 * that nests too deeply. */
bool child_is_bug(int status);

#endif
