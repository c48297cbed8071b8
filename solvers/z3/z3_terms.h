/* solvers/z3/z3_terms.h -- terms as Z3's syntax trees; each term is translated once.
 *
 * Owns the Z3 context.  After an error of Z3 nothing more is translated; the context is then only
 * good for being closed.
 */
#ifndef SOLVERS_Z3_Z3_TERMS_H
#define SOLVERS_Z3_Z3_TERMS_H

#include <stdbool.h>
#include <stddef.h>
#include <z3.h>

#include "solvers/term/term.h"

struct z3_terms;

struct z3_terms *z3_terms_open(struct terms *, bool integers); /* see z3_int.h */
void z3_terms_close(struct z3_terms *);                        /* NULL is allowed */
Z3_context z3_terms_context(struct z3_terms *);
Z3_ast z3_terms_ast(struct z3_terms *, term); /* lives as long as the context; NULL: error */
/* The boolean variable, not translated yet, says that clock a is less than clock b.  Clocks are
 * integers, numbered from 0. */
void z3_terms_compare(struct z3_terms *, term var, uint32_t a, uint32_t b);
Z3_ast z3_terms_clock(struct z3_terms *, uint32_t clock); /* NULL: error */
/* What the translated terms need, from less to more. */
enum z3_logic { Z3_LOGIC_BV, Z3_LOGIC_ARRAYS, Z3_LOGIC_CONST_ARRAYS, Z3_LOGIC_INTEGERS };
enum z3_logic z3_terms_logic(const struct z3_terms *);
uint32_t z3_terms_depth(const struct z3_terms *); /* of the deepest one */
size_t z3_terms_gates(const struct z3_terms *);   /* of all as circuits, roughly */
/* What has to hold of the variables so far; only grows, and moves with the next term. */
const Z3_ast *z3_terms_ranges(const struct z3_terms *, size_t *n);
/* False if the last call of Z3 reported an error, or one before it did that was noticed here. */
bool z3_terms_ok(struct z3_terms *);
const char *z3_terms_error(const struct z3_terms *); /* after z3_terms_ok was false */

#endif
