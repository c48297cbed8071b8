#include "solvers/solver.h"

#include <string.h>

const struct solver_ops *const solver_table[] = {
    &solver_z3,
    NULL,
};

const struct solver_ops *solver_find(const char *name) {
	for (size_t i = 0; solver_table[i]; i++)
		if (!strcmp(solver_table[i]->name, name))
			return solver_table[i];
	return NULL;
}
