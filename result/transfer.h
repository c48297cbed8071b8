/* result/transfer.h -- a result as bytes, from one process of a run to another.
 *
 * Not a format for files: both processes are of one program, and the bytes say so little about
 * themselves that anything else than what transfer_write made is refused or misread.
 */
#ifndef RESULT_TRANSFER_H
#define RESULT_TRANSFER_H

#include "result/result.h"
#include "util/files/bytes.h"

/* What the search has filled: everything but 'info', 'error', 'coverage', 'explored', and what is
 * said about an end before the search was through, which statistics have. */
void transfer_write(byte_vec *, const struct result *);
/* Into a result that is as result_open made it; false: the bytes are not whole. */
bool transfer_read(const char *bytes, size_t n, struct result *);

/* The same, of an earlier run (cli/session/verdicts.h): each place may be moved, and each text
 * looked at; false: that cannot be done, and nor can the reading. */
struct transfer_filter {
	void *data;
	bool (*place)(void *data, struct loc *);
	bool (*text)(void *data, const char *);
};
bool transfer_read_filtered(const char *bytes, size_t n, struct result *,
                            const struct transfer_filter *);

#endif
