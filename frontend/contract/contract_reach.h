/* frontend/contract/contract_reach.h -- which functions and variables code names, directly or in
 * what it calls: a function that is mentioned counts as called. */
#ifndef FRONTEND_CONTRACT_CONTRACT_REACH_H
#define FRONTEND_CONTRACT_CONTRACT_REACH_H

#include "frontend/fe.h"
#include "util/base/map.h"
#include "util/base/vec.h"

struct reach {
	struct map seen; /* symbol -> 1 */
	VEC(struct symbol *) variable;
	VEC(struct function *) function;
};

void reach_ins(struct reach *, const struct ins *);
void reach_all(struct reach *); /* of the functions that are there, and so on */
void reach_free(struct reach *);
/* Does something that the entry reaches make threads? */
bool reach_threads(struct fe *);

#endif
