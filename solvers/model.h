/* solvers/model.h -- the model that a backend found, as a model that term evaluation reads. */
#ifndef SOLVERS_MODEL_H
#define SOLVERS_MODEL_H

#include "solvers/solver.h"
#include "solvers/term/eval.h"

/* After SAT: reads from the solver the value of every variable below the given terms. */
struct model *model_from_solver(struct solver *, const term *roots, size_t n);

#endif
