#include "symex/replay/trace/origin.h"

void origins_free(struct origins *o) {
	vec_free(&o->at);
	vec_free(&o->returns);
	map_free(&o->of);
}

static uint64_t key_of(const struct state *st, const struct symbol *s) {
	return (uint64_t)st->tid << 32 | (st->frame->base + s->slot);
}

static bool is_temporary(const struct symbol *s) {
	return s->is_temp && s->storage == STORAGE_AUTO;
}

static void put(struct origins *o, const struct state *st, const struct symbol *s, uint32_t ix) {
	if (is_temporary(s))
		map_put(&o->of, key_of(st, s), ix);
}

void origins_read(struct origins *o, const struct state *st, const struct symbol *s,
                  struct origin read) {
	vec_push(&o->at, read);
	put(o, st, s, (uint32_t)o->at.n - 1);
}

/* Adds the origins of the temporaries in 'e' to the list, each once. */
static unsigned find(const struct origins *o, const struct state *st, const struct expr *e,
                     uint32_t *found, unsigned n, unsigned most) {
	uint64_t ix = NO_ORIGIN;
	if (e->kind == EXPR_SYMBOL && is_temporary(e->symbol))
		map_get(&o->of, key_of(st, e->symbol), &ix);
	bool is_new = ix != NO_ORIGIN && n < most;
	for (unsigned i = 0; i < n; i++)
		is_new = is_new && found[i] != ix;
	if (is_new)
		found[n++] = (uint32_t)ix;
	for (uint32_t i = 0; i < e->nargs; i++)
		n = find(o, st, e->arg[i], found, n, most);
	return n;
}

static uint32_t first_of(const struct origins *o, const struct state *st, const struct expr *e) {
	uint32_t ix;
	return e && find(o, st, e, &ix, 0, 1) ? ix : NO_ORIGIN;
}

void origins_assign(struct origins *o, const struct state *st, const struct symbol *s,
                    const struct expr *rhs) {
	uint32_t ix = first_of(o, st, rhs);
	if (!rhs && st->tid < o->returns.n) {
		ix = o->returns.at[st->tid];
		o->returns.at[st->tid] = NO_ORIGIN;
	}
	put(o, st, s, ix);
}

void origins_return(struct origins *o, const struct state *st, const struct expr *rhs) {
	while (o->returns.n <= st->tid)
		vec_push(&o->returns, NO_ORIGIN);
	o->returns.at[st->tid] = st->frame->function->is_model ? NO_ORIGIN : first_of(o, st, rhs);
}

unsigned origins_find(const struct origins *o, const struct state *st, const struct expr *e,
                      const struct origin **found, unsigned most) {
	enum { MOST = 8 };
	uint32_t ix[MOST];
	unsigned n = find(o, st, e, ix, 0, most < MOST ? most : MOST);
	for (unsigned i = 0; i < n; i++)
		found[i] = &o->at.at[ix[i]];
	return n;
}
