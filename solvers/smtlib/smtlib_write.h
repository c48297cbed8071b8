/* solvers/smtlib/smtlib_write.h -- terms as SMT-LIB 2 text, written once.
 *
 * Names are ours: the variable with index 7 is v7, an operation that is used more than once is t7.
 * What was declared and defined stays, so that a solver that is asked again gets only what is new.
 * An operation is written at most twice: within its first user, and, should a later text use it
 * again, as a definition.  Text nests at most a few dozen levels deep.
 *
 *   smtlib_writer_init --> smtlib_define(roots) --> smtlib_put_term(root) ... -->
 * smtlib_writer_free
 */
#ifndef SOLVERS_SMTLIB_SMTLIB_WRITE_H
#define SOLVERS_SMTLIB_SMTLIB_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "solvers/term/term.h"
#include "util/base/map.h"
#include "util/base/vec.h"

typedef VEC(term) term_list;

struct smtlib_frame {
	term t;
	uint32_t next; /* operand to visit */
};

struct smtlib_writer {
	struct terms *terms;
	VEC(char) text;  /* the owner takes it away */
	term_list var;   /* declared so far */
	struct map seen; /* by term: how it was written */
	VEC(struct smtlib_frame) stack;
};

void smtlib_writer_init(struct smtlib_writer *, struct terms *);
void smtlib_writer_free(struct smtlib_writer *);
void smtlib_put(struct smtlib_writer *, const char *text);
void smtlib_put_number(struct smtlib_writer *, uint64_t);

/* Declares the variables below the terms and defines what needs a name, each unless it is known. */
void smtlib_define(struct smtlib_writer *, const term *root, size_t n);
/* A term below a root of the last smtlib_define. */
void smtlib_put_term(struct smtlib_writer *, term);

/* For solvers without definitions: declarations, then one assertion of all terms below lets.  The
 * writer is new. */
void smtlib_put_assertion(struct smtlib_writer *, const term *root, size_t n);

enum smtlib_arrays { SMTLIB_NO_ARRAYS, SMTLIB_ARRAYS, SMTLIB_CONST_ARRAYS };
enum smtlib_arrays smtlib_arrays_in(const struct terms *, const term *root, size_t n);

#endif
