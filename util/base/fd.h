/* util/base/fd.h -- whole pieces read from and written to descriptors, in spite of signals and of
 * calls that do less than was asked for.  Any thread may call these, and a guard that has no stdio.
 */
#ifndef UTIL_BASE_FD_H
#define UTIL_BASE_FD_H

#include <stdbool.h>
#include <stddef.h>

/* Returns how many bytes there were: fewer than n at the end of the file, or after an error. */
size_t fd_read(int fd, void *to, size_t n);
/* false: errno says why not all of them were written. */
bool fd_write(int fd, const void *from, size_t n);

#endif
