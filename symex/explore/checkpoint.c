#include "symex/explore/checkpoint.h"

#include <string.h>

#include "symex/config.h"
#include "symex/explore/deepen.h"
#include "symex/symex_stats.h"

struct deepening checkpoint_begin(struct symex *x, struct deepening first) {
	const struct checkpoint *c = x->config->checkpoint;
	struct search_progress *s = &x->stats->progress;
	if (!c || !c->unwind)
		return first;
	for (uint32_t i = 0; i < c->nfacts; i++)
		search_progress_establish(s, c->fact[i]);
	search_progress_change(s);
	memcpy(s->within, c->within, sizeof s->within);
	search_progress_changed(s);
	return (struct deepening){.unwind = c->unwind, .constant_iterations = c->constant_iterations};
}

uint32_t checkpoint_switches(const struct symex *x) {
	const struct checkpoint *c = x->config->checkpoint;
	uint32_t last = x->config->schedules.context_bound;
	if (!c || !c->unwind)
		return 0;
	return c->switches < last ? c->switches : last;
}

void checkpoint_reached(struct symex *x, const struct deepening *d, uint32_t switches) {
	struct checkpoint *c = x->config->checkpoint;
	if (!c)
		return;
	c->unwind = d->unwind;
	c->constant_iterations = d->constant_iterations;
	c->switches = switches;
	c->nfacts = x->stats->progress.nfacts;
	memcpy(c->fact, x->stats->progress.fact, sizeof c->fact);
	memcpy(c->within, x->stats->progress.within, sizeof c->within);
	c->save(c);
}
