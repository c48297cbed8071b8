/* solvers/smtlib/smtlib_base.h -- what the backends behind a pipe share: assertions and scopes,
 * arrays rewritten away where that is possible, the model as values of variables, and texts for
 * failures.
 *
 * 'stage' is what a check goes through: smtlib_begin, smtlib_lower, the session of the
 * backend, then a model (smtlib_model, smtlib_model_done), a core, or smtlib_unknown.
 */
#ifndef SOLVERS_SMTLIB_SMTLIB_BASE_H
#define SOLVERS_SMTLIB_SMTLIB_BASE_H

#include "solvers/rewrite/unarray.h"
#include "solvers/smtlib/pipe.h"
#include "solvers/smtlib/smtlib_write.h"
#include "solvers/solver.h"
#include "solvers/term/eval.h"

struct smtlib_cell { /* an index at which the model tells an element apart */
	term array;
	struct bits index;
};

struct smtlib {
	struct solver base;
	struct solver_config config;
	const char *command; /* lives as long as the program */
	struct pipe pipe;
	term_list assertion; /* all scopes */
	VEC(size_t) scope;   /* number of assertions at each push */
	struct unarray *unarray;
	bool native;         /* arrays are not rewritten any more */
	uint32_t generation; /* changes when what was lowered before is void */
	term_list low,
	    axiom; /* assertions, then assumptions, as the solver shall see them; and axioms */
	struct model *model;   /* after SAT */
	struct arena *scratch; /* of the model */
	VEC(struct smtlib_cell) cell;
	struct map core; /* indices of assumed terms in the core, after UNSAT */
	double deadline; /* of the check in progress; 0: none */
	char text[240];  /* what 'reason' points to */
};

void smtlib_init(struct smtlib *, const struct solver_ops *, struct terms *,
                 const struct solver_config *, const char *command);
void smtlib_free(struct smtlib *);

/* True: the answer is known without a solver, *r. */
bool smtlib_begin(struct smtlib *, const term *assume, size_t n, enum answer *r);
void smtlib_lower(struct smtlib *, const term *assume, size_t n);

/* The model to fill, empty; then the elements of arrays that follow from values of variables. */
struct model *smtlib_model(struct smtlib *);
void smtlib_set_element(struct smtlib *, term array, struct bits index, struct bits value);
void smtlib_model_done(struct smtlib *);

/* Ends the program that was asked; 'reason' is the text. */
enum answer smtlib_unknown(struct smtlib *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same; the reason is the first line of 'said', or if that is empty of the standard error, or
 * how the process ended. */
enum answer smtlib_failed(struct smtlib *, enum pipe_event, const char *said, size_t n);

/* Members of solver_ops. */
void smtlib_add(struct solver *, term assertion);
void smtlib_push(struct solver *);
void smtlib_pop(struct solver *);
bool smtlib_value(struct solver *, term, struct arena *, struct bits *);
bool smtlib_index(struct solver *, term array, size_t i, struct arena *, struct bits *);
bool smtlib_in_core(struct solver *, term assumed);
void smtlib_interrupt(struct solver *);

#endif
