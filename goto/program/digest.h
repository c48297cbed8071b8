/* goto/program/digest.h -- a goto-program as bytes that are equal for programs that behave alike.
 *
 * After all passes.  What init and the entry reach comes in the order in which it is reached, and
 * everything is written out where it is first met, so that what is not reached, and the numbers
 * that it takes, make no difference.  Lines of the sources are left out, too: they are listed
 * aside, in the same order, so that two programs with the same bytes say which line of one is which
 * line of the other.
 */
#ifndef GOTO_PROGRAM_DIGEST_H
#define GOTO_PROGRAM_DIGEST_H

#include "goto/program/prog.h"
#include "util/files/bytes.h"

struct digest_lines {
	VEC(struct loc) at;
};

/* Appends.  whole: the program before goto_slice has left something out. */
void goto_digest(const struct goto_prog *, bool whole, byte_vec *, struct digest_lines *);

#endif
