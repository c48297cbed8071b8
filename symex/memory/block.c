#include "symex/memory/block.h"

#include "symex/config.h"
#include "symex/memory/gate.h"
#include "symex/memory/invalid.h"
#include "symex/memory/lazy_write.h"

static term size_term(struct symex *x, uint64_t n) {
	return term_u64(x->ts, x->address_bits, n);
}

/* Without assertions that check accesses: the block may end outside of the object, or the object
 * may have ended. */
static void check_block(struct symex *x, struct state *st, const struct pointee *p, term n) {
	struct terms *ts = x->ts;
	if (!x->config->unchecked_access)
		return;
	term size = p->object ? x->object.at[p->object].size : size_term(x, 0);
	term inside =
	    term_and(ts, term_ule(ts, p->offset, size), term_ule(ts, n, term_sub(ts, size, p->offset)));
	if (p->object)
		inside = term_and(ts, inside, term_not(ts, gate_is_ended(x, st, p->object)));
	term is_empty = term_equal(ts, n, size_term(x, 0));
	term leaves = term_and(ts, p->guard, term_not(ts, term_or(ts, inside, is_empty)));
	if (invalid_is_null(x, p))
		invalid_end(x, st, leaves);
	else if (!term_is_false(ts, leaves))
		symex_unsupported(x, st, leaves, "access through an invalid pointer");
}

/* The objects that a block may be in, with their contents. */
static void find_blocks(struct symex *x, struct state *st, term pointer, term n, bool is_write,
                        struct pointees *t) {
	ptr_targets(x, pointer, t);
	term accesses = term_distinct(x->ts, n, size_term(x, 0));
	term invalid = invalid_pointees(x, st, t, accesses);
	size_t kept = 0;
	for (size_t i = 0; i < t->list.n; i++) {
		const struct pointee *p = &t->list.at[i];
		check_block(x, st, p, n);
		if (!t->complete)
			invalid = term_and(x->ts, invalid, term_not(x->ts, p->guard));
		if (!p->object || !memory_get(x, st, p->object))
			continue;
		gate_whole(x, st, p->object, is_write ? ACCESS_WRITE : ACCESS_READ);
		t->list.at[kept++] = *p;
	}
	t->list.n = kept;
	if (x->config->unchecked_access && !term_is_false(x->ts, invalid))
		symex_unsupported(x, st, invalid, "access through an invalid pointer");
}

/* The length of a block; 0 where the guard does not hold. */
static term length_if(struct symex *x, term guard, term n) {
	return term_ite(x->ts, guard, n, size_term(x, 0));
}

void block_copy(struct symex *x, struct state *st, term to, term from, term n) {
	struct pointees t, f;
	find_blocks(x, st, from, n, false, &f);
	find_blocks(x, st, to, n, true, &t);
	pmap_snapshot(&x->pool); /* the lazy writes refer to the present contents */
	const struct content **source = arena_array(x->pool.arena, const struct content *, f.list.n);
	for (size_t k = 0; k < f.list.n; k++)
		source[k] = memory_get(x, st, f.list.at[k].object);
	for (size_t i = 0; i < t.list.n; i++) {
		const struct pointee *p = &t.list.at[i];
		struct content *c = (struct content *)memory_get(x, st, p->object);
		for (size_t k = 0; k < f.list.n; k++) {
			term both = term_and(x->ts, p->guard, f.list.at[k].guard);
			struct lazy_write l = {.kind = LAZY_COPY,
			                       .object = p->object,
			                       .below = c,
			                       .source = source[k],
			                       .source_object = f.list.at[k].object,
			                       .at = p->offset,
			                       .n = length_if(x, both, n),
			                       .from = f.list.at[k].offset};
			c = lazy_write_push(x, l);
		}
		memory_put(x, st, p->object, c);
	}
	vec_free(&t.list);
	vec_free(&f.list);
}

void block_set(struct symex *x, struct state *st, term to, term byte, term n) {
	struct pointees t;
	find_blocks(x, st, to, n, true, &t);
	pmap_snapshot(&x->pool);
	for (size_t i = 0; i < t.list.n; i++) {
		const struct pointee *p = &t.list.at[i];
		struct lazy_write l = {.kind = LAZY_SET,
		                       .object = p->object,
		                       .below = memory_get(x, st, p->object),
		                       .at = p->offset,
		                       .n = length_if(x, p->guard, n),
		                       .value = byte};
		memory_put(x, st, p->object, lazy_write_push(x, l));
	}
	vec_free(&t.list);
}
