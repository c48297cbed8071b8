#include "solvers/solver_table.h"

#include <string.h>

#include "solvers/sat/sat.h"
#include "solvers/smtlib/boolector.h"
#include "solvers/smtlib/smtlib.h"
#include "solvers/z3/z3.h"

const struct solver_ops *const solver_table[] = {
    &solver_sat, &solver_z3, &solver_boolector, &solver_smtlib, NULL,
};

const struct solver_ops *solver_find(const char *name) {
	for (size_t i = 0; solver_table[i]; i++)
		if (!strcmp(solver_table[i]->name, name))
			return solver_table[i];
	return NULL;
}
