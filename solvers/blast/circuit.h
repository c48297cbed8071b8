/* solvers/blast/circuit.h -- words of literals: the operations of term.h as circuits of gates.
 *
 * A word is an array of 'n' literals, the least significant first.  'out' has room for the result
 * and may be one of the operands unless said otherwise.  Semantics are those of SMT-LIB 2.
 */
#ifndef SOLVERS_BLAST_CIRCUIT_H
#define SOLVERS_BLAST_CIRCUIT_H

#include "solvers/blast/gates.h"

lit circuit_equal(struct gates *, uint32_t n, const lit *a, const lit *b);
lit circuit_less(struct gates *, uint32_t n, const lit *a, const lit *b); /* unsigned */
lit circuit_less_signed(struct gates *, uint32_t n, const lit *a, const lit *b);
void circuit_choose(struct gates *, uint32_t n, lit c, const lit *a, const lit *b, lit *out);

void circuit_add(struct gates *, uint32_t n, const lit *a, const lit *b, lit carry, lit *out);
void circuit_subtract(struct gates *, uint32_t n, const lit *a, const lit *b, lit *out);
void circuit_negate_if(struct gates *, uint32_t n, lit c, const lit *a, lit *out); /* c ? -a : a */
void circuit_multiply(struct gates *, uint32_t n, const lit *a, const lit *b, lit *out);

/* Neither result may be an operand. */
void circuit_divide(struct gates *, uint32_t n, const lit *a, const lit *b, lit *quotient,
                    lit *remainder);
void circuit_divide_signed(struct gates *, uint32_t n, const lit *a, const lit *b, lit *quotient,
                           lit *remainder);

/* 'fill' comes in at the top of a right shift. */
void circuit_shift_left(struct gates *, uint32_t n, const lit *a, const lit *by, lit *out);
void circuit_shift_right(struct gates *, uint32_t n, const lit *a, const lit *by, lit fill,
                         lit *out);

#endif
