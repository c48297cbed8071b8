/* process/task.h -- one piece of work in a process of its own, with a deadline.
 *
 * Whatever the work does to its memory, prints, or dies of concerns nobody else: the parent gets
 * the bytes that it sent before it ended, or nothing.
 */
#ifndef PROCESS_TASK_H
#define PROCESS_TASK_H

#include <stdbool.h>

#include "util/files/bytes.h"

/* Calls work(context, fd) in a new process, in which child_send(fd, ...) sends bytes, and waits for
 * them.  false: it did not end by itself within so many seconds, or it failed. */
bool task_run(void (*work)(void *context, int fd), void *context, double seconds, byte_vec *to);

#endif
