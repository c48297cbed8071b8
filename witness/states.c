#include "witness/states.h"

#include <string.h>

void states_open(struct states *s, const struct witness *w, const bool *is_silent) {
	*s = (struct states){.witness = w, .is_silent = is_silent};
	s->is_entered = mem_alloc(w->nstates + 1);
	s->is_seen = mem_alloc(w->nstates + 1);
	s->first_into = mem_alloc((w->nstates + 1) * sizeof *s->first_into);
	s->next_into = mem_alloc((w->edge.n + 1) * sizeof *s->next_into);
	s->is_entered[0] = true;
	for (size_t i = 0; i < w->edge.n; i++) {
		uint32_t to = w->edge.at[i].to;
		if (to == WITNESS_SINK)
			continue;
		if (!is_silent[i]) {
			s->is_entered[to] = true;
			continue;
		}
		s->next_into[i] = s->first_into[to];
		s->first_into[to] = i + 1;
	}
}

static void see(struct states *s, uint32_t state) {
	if (s->is_seen[state])
		return;
	s->is_seen[state] = true;
	vec_push(&s->todo, state);
}

void states_before(struct states *s, uint32_t state) {
	memset(s->is_seen, 0, s->witness->nstates);
	s->at.n = s->todo.n = 0;
	see(s, state);
	for (size_t i = 0; i < s->todo.n; i++) {
		uint32_t q = s->todo.at[i];
		if (s->is_entered[q])
			vec_push(&s->at, q);
		for (size_t e = s->first_into[q]; e; e = s->next_into[e - 1])
			see(s, s->witness->edge.at[e - 1].from);
	}
}

void states_close(struct states *s) {
	vec_free(&s->at);
	vec_free(&s->todo);
	mem_free(s->is_entered);
	mem_free(s->is_seen);
	mem_free(s->first_into);
	mem_free(s->next_into);
}
