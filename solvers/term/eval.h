/* solvers/term/eval.h -- ground-truth evaluation of terms under a model.
 *
 * A model gives a value to variables; a variable it does not mention is zero.  Evaluation shares
 * no code with the simplifier, so each can be tested against the other.
 */
#ifndef SOLVERS_TERM_EVAL_H
#define SOLVERS_TERM_EVAL_H

#include "solvers/term/term.h"

struct model;

struct model *model_open(struct terms *);
void model_close(struct model *);
void model_set(struct model *, term var, struct bits);
void model_set_element(struct model *, term array_var, struct bits index, struct bits value);
void model_set_default(struct model *, term array_var, struct bits value);
bool model_has_element(const struct model *, term array_var, struct bits index); /* set above */

/* Value of a boolean (width 1) or bit-vector term; memoised per model. */
struct bits model_value(struct model *, term);
bool model_holds(struct model *, term boolean);
/* Value of one element of an array term. */
struct bits model_element(struct model *, term array, struct bits index);

#endif
