/* report/base/result_bytes.h -- a run as bytes, for another process of the same program.
 *
 * Beside what result/transfer.h carries: why there is no verdict at all.  A checksum tells bytes
 * that are whole from those of a process that was killed while it wrote them.
 */
#ifndef REPORT_BASE_RESULT_BYTES_H
#define REPORT_BASE_RESULT_BYTES_H

#include <stdio.h>

#include "result/result.h"

void report_result_bytes(FILE *, const struct results *); /* the first run */
/* Into a result that is as result_open made it; false: the bytes are not what was written. */
bool result_bytes_read(const char *bytes, size_t n, struct result *);

#endif
