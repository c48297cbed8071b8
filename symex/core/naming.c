#include "symex/core/naming.h"

#include "symex/core/next_ins.h"
#include "util/text/diag.h"

#define BY_LOCATION      (1ull << 63)
#define OF_SPECIFICATION (1ull << 62)

void naming_free(struct naming *n) {
	vec_free(&n->serial);
	vec_free(&n->slot);
	map_free(&n->number);
	map_free(&n->object);
}

/* The number of a key, which is assigned at the first call. */
static uint32_t number_of(struct naming *n, uint64_t key) {
	uint64_t number;
	if (!map_get(&n->number, key, &number)) {
		number = n->numbers++;
		map_put(&n->number, key, number);
	}
	return (uint32_t)number;
}

static uint32_t next_number(struct symex *x, const struct state *st) {
	struct naming *n = x->naming;
	if (n->locations)
		return number_of(n, BY_LOCATION | (uint64_t)location_of(x, st) << 24 | n->made_here++);
	uint32_t tid = st->tid;
	while (n->serial.n <= tid)
		vec_push(&n->serial, 0);
	return number_of(n, (uint64_t)tid << 32 | n->serial.at[tid]++);
}

uint32_t naming_of_specification(struct symex *x, const struct state *st, uint32_t tid,
                                 uint32_t serial) {
	if (!x->naming)
		return (uint32_t)x->choice.n;
	uint64_t function = st->frame->function->symbol->id;
	if (tid >> 6 || serial >> 16 || function >> 20 || st->pc >> 20)
		BUG("a choice of a specification without a number");
	return number_of(x->naming, OF_SPECIFICATION | (uint64_t)tid << 56 | (uint64_t)serial << 40 |
	                                function << 20 | st->pc);
}

uint32_t naming_serial(const struct symex *x, uint32_t tid) {
	return x->naming && tid < x->naming->serial.n ? x->naming->serial.at[tid] : 0;
}

void naming_set_serial(struct symex *x, uint32_t tid, uint32_t serial) {
	if (x->naming && tid < x->naming->serial.n)
		x->naming->serial.at[tid] = serial;
}

uint32_t naming_thread(struct symex *x, struct state *st) {
	struct naming *n = x->naming;
	if (n->locations && !n->in_order) {
		uint32_t tid = location_thread(x, st);
		if (st->nthreads <= tid)
			st->nthreads = tid + 1;
		return tid;
	}
	if (n->locations) {
		while (n->slot.n <= st->nthreads)
			vec_push(&n->slot, 0);
		n->slot.at[st->nthreads] = location_thread(x, st);
	}
	return st->nthreads++;
}

uint32_t naming_slot(const struct naming *n, uint32_t tid) {
	return tid < n->slot.n ? n->slot.at[tid] : tid;
}

struct frame *naming_frame(struct symex *x, const struct state *st, struct frame *fresh) {
	return naming_by_location(x) ? location_frame(x, st, fresh) : fresh;
}

struct naming_peek naming_peek_begin(struct symex *x) {
	struct naming *n = x->naming;
	if (!n)
		return (struct naming_peek){0};
	struct naming_peek peek = {n->peeks, NULL, n->serial.n};
	peek.serial = arena_array(x->pool.arena, uint32_t, peek.n);
	for (size_t i = 0; i < peek.n; i++)
		peek.serial[i] = n->serial.at[i];
	n->peeks = true;
	return peek;
}

void naming_peek_end(struct symex *x, struct naming_peek peek) {
	struct naming *n = x->naming;
	if (!n)
		return;
	n->peeks = peek.peeks;
	n->serial.n = peek.n;
	for (size_t i = 0; i < peek.n; i++)
		n->serial.at[i] = peek.serial[i];
}

uint32_t symex_choice(struct symex *x, struct state *st, enum choice_kind kind, term guard) {
	uint32_t number = x->naming ? next_number(x, st) : (uint32_t)x->choice.n;
	bool peeks = x->naming && x->naming->peeks;
	if (x->model && peeks)
		return number;
	if (x->engine->choices.choice)
		return x->engine->choices.choice(x, st, kind);
	st->wrote = true;
	st->wakeup = NULL;
	struct choice c = {kind, guard, next_ins(st), number, NO_TERM};
	vec_push(&x->choice, c);
	return number;
}
