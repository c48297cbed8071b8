#include "solvers/solver_table.h"

#include <string.h>

#include "solvers/sat/sat.h"
#include "solvers/smtlib/boolector.h"
#include "solvers/smtlib/smtlib.h"
#include "solvers/z3/z3.h"

const struct solver_ops *const solver_table[] = {
#ifndef NO_CADICAL
    &solver_sat,
#endif
    &solver_z3,  &solver_boolector, &solver_smtlib, NULL,
};

const struct solver_ops *solver_find(const char *name) {
	for (size_t i = 0; solver_table[i]; i++)
		if (!strcmp(solver_table[i]->name, name))
			return solver_table[i];
	return NULL;
}

const char *solver_missing(const char *name) {
#ifdef NO_CADICAL
	if (!strcmp(name, "sat"))
		return "this program was built without CaDiCaL (make CADICAL=0)";
#endif
	(void)name;
	return NULL;
}
