#include "solvers/sat/sat_engine.h"

#include <string.h>

#include "solvers/solver.h"

const struct sat_engine *const sat_engines[] = {
#ifndef NO_CADICAL
    &sat_cadical,
#endif
    &sat_own,
    NULL,
};

const struct sat_engine *sat_engine_find(const char *name) {
	for (size_t i = 0; sat_engines[i]; i++)
		if (!strcmp(sat_engines[i]->name, name))
			return sat_engines[i];
	return NULL;
}

const struct sat_engine *sat_engine_of(const struct solver_config *c) {
	const struct sat_engine *e = c && c->sat_engine ? c->sat_engine : sat_engines[0];
	return c && c->proofs && !e->prove ? e->proving : e;
}

const char *sat_engine_missing(const char *name) {
#ifdef NO_CADICAL
	if (!strcmp(name, "cadical"))
		return "this program was built without CaDiCaL (make CADICAL=0)";
#endif
	(void)name;
	return NULL;
}
