#include "symex/concrete/cycle.h"

bool cycle_closes(struct symex *x, struct run_cycle *c, const struct state *now) {
	if (c->points && same_threads(x, &c->then, now))
		return true;
	c->points++;
	if (!(c->points & (c->points - 1)))
		same_remember(x, now, &c->then);
	return false;
}
