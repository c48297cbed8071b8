/* Which variable is decided next: the one with the highest activity (VSIDS), from a binary heap.
 * When the search restarts: in focused mode when recent clauses have a higher LBD than those before
 * (as Glucose does), in stable mode after numbers of conflicts in Luby's sequence.  Modes
 * alternate. */
#include "solvers/sat/cdcl_core.h"

#define DECAY          0.95
#define RESCALE        1e100
#define FAST           (1.0 / 32)
#define SLOW           (1.0 / 8192)
#define RESTART_MARGIN 1.2

enum { RESTART_INTERVAL = 2, LUBY_UNIT = 1024 };

static bool before(const struct cdcl *s, uint32_t v, uint32_t w) {
	return s->activity.at[v] > s->activity.at[w];
}

static void put(struct cdcl *s, size_t i, uint32_t v) {
	s->heap.at[i] = v;
	s->heap_at.at[v] = (uint32_t)i + 1;
}

static void move_up(struct cdcl *s, size_t i) {
	uint32_t v = s->heap.at[i];
	for (; i && before(s, v, s->heap.at[(i - 1) / 2]); i = (i - 1) / 2)
		put(s, i, s->heap.at[(i - 1) / 2]);
	put(s, i, v);
}

static void move_down(struct cdcl *s, size_t i) {
	uint32_t v = s->heap.at[i];
	for (;;) {
		size_t child = 2 * i + 1;
		if (child >= s->heap.n)
			break;
		if (child + 1 < s->heap.n && before(s, s->heap.at[child + 1], s->heap.at[child]))
			child++;
		if (!before(s, s->heap.at[child], v))
			break;
		put(s, i, s->heap.at[child]);
		i = child;
	}
	put(s, i, v);
}

void cdcl_heap_insert(struct cdcl *s, uint32_t v) {
	if (s->heap_at.at[v])
		return;
	vec_push(&s->heap, v);
	move_up(s, s->heap.n - 1);
}

uint32_t cdcl_heap_pop(struct cdcl *s) {
	while (s->heap.n) {
		uint32_t v = s->heap.at[0], last = vec_pop(&s->heap);
		s->heap_at.at[v] = 0;
		if (s->heap.n) {
			put(s, 0, last);
			move_down(s, 0);
		}
		if (!s->value.at[2 * v])
			return v;
	}
	return 0;
}

void cdcl_bump(struct cdcl *s, uint32_t v) {
	s->activity.at[v] += s->increment;
	if (s->activity.at[v] > RESCALE) {
		for (uint32_t i = 1; i <= s->nvars; i++)
			s->activity.at[i] /= RESCALE;
		s->increment /= RESCALE;
	}
	if (s->heap_at.at[v])
		move_up(s, s->heap_at.at[v] - 1);
}

void cdcl_decay(struct cdcl *s) {
	s->increment /= DECAY;
}

static void update(struct cdcl_average *a, double rate, double x) {
	a->weight = a->weight * (1 - rate) + rate;
	a->value += rate / a->weight * (x - a->value);
}

void cdcl_learnt_lbd(struct cdcl *s, uint32_t lbd) {
	update(&s->fast, FAST, lbd);
	update(&s->slow, SLOW, lbd);
}

/* 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...; i from 1 */
static uint64_t luby(uint64_t i) {
	for (;;) {
		uint64_t size = 1; /* of the least whole sequence with at least i members */
		while (size < i)
			size = 2 * size + 1;
		if (size == i)
			return (size + 1) / 2;
		i -= size / 2;
	}
}

bool cdcl_restarting(struct cdcl *s) {
	uint64_t now = s->stats.conflicts;
	if (now < s->restart_limit || cdcl_level(s) <= s->assumption.n)
		return false;
	if (!s->stable && s->fast.value < RESTART_MARGIN * s->slow.value)
		return false;
	if (now >= s->mode_limit) {
		s->modes++;
		s->mode_limit = now + CDCL_MODE_UNIT * (s->modes + 1);
		s->stable = s->modes % 2;
	}
	s->restart_limit = now + (s->stable ? LUBY_UNIT * luby(++s->luby) : RESTART_INTERVAL);
	s->stats.restarts++;
	return true;
}
