#include "symex/memory/invalid.h"

#include "solvers/term/term_walk.h"
#include "symex/config.h"
#include "symex/core/next_ins.h"
#include "symex/core/variable.h"
#include "util/text/diag.h"

enum { BLOCK_BYTES = 1 << 16, LOW_ADDRESS = 4096 };

/* The variable in an address of the form variable + constants. */
static bool find_variable(const struct terms *ts, term address, term *var) {
	while (term_kind(ts, address) == TERM_ADD) {
		term a = term_arg(ts, address, 0), b = term_arg(ts, address, 1);
		if (term_is_const(ts, a))
			address = b;
		else if (term_is_const(ts, b))
			address = a;
		else
			return false;
	}
	*var = address;
	return term_kind(ts, address) == TERM_VAR || term_kind(ts, address) == TERM_CONCAT;
}

/* Has a read of shared memory returned a part of it, under a name of its own?  Then another read
 * may have returned the same address, so no block belongs to it alone. */
static bool is_read(const struct terms *ts, term address) {
	struct term_walk w = {.terms = ts};
	bool found = false;
	term_walk_from(&w, address);
	for (term t; !found && term_walk_next(&w, &t);)
		found = variable_kind(ts, t) == VARIABLE_READ;
	term_walk_end(&w);
	return found;
}

static uint32_t new_block(struct symex *x, struct state *st, size_t index) {
	struct object o = {.kind = OBJECT_STATIC,
	                   .size = term_u64(x->ts, x->address_bits, BLOCK_BYTES),
	                   .align = 16,
	                   .choice = CHOICE_OF_SYMBOL | 0x20000000u | (uint32_t)index,
	                   .loc = state_user_loc(st)};
	uint32_t id = memory_object(x, o);
	/* All paths share the block, so it is not in the arena of states. */
	struct content *c = arena_copy(x->prog->arena, memory_fresh(x, o.choice), sizeof *c);
	c->epoch = 0;
	x->object.at[id].initial = c;
	return id;
}

/* Where the pointer is dereferenced, its address is valid, and the blocks are disjoint.  This need
 * not be so, and may contradict the state: the cut that says so comes before. */
static void block_assumptions(struct symex *x, const struct state *st, term reached, size_t index) {
	struct terms *ts = x->ts;
	term guard = term_and(ts, state_guard(x, st), reached);
	term var = x->unknown.block.at[index].address,
	     size = term_u64(ts, x->address_bits, BLOCK_BYTES);
	symex_assume(x, guard, term_ule(ts, term_u64(ts, x->address_bits, LOW_ADDRESS), var));
	symex_assume(x, guard, term_ult(ts, var, term_i64(ts, x->address_bits, -2 * BLOCK_BYTES)));
	for (size_t i = 0; i < x->unknown.block.n; i++) {
		if (i == index)
			continue;
		term other = x->unknown.block.at[i].address;
		term before = term_ule(ts, size, term_sub(ts, other, var));
		term after = term_ule(ts, size, term_sub(ts, var, other));
		symex_assume(x, guard, term_and(ts, before, after));
	}
}

static bool replayed_block(struct symex *x, struct state *st, struct pointee *p) {
	for (size_t i = 0; i < x->unknown.block.n; i++) {
		term offset = term_sub(x->ts, p->offset, symex_settle(x, x->unknown.block.at[i].address));
		uint64_t at;
		if (!term_get_u64(x->ts, offset, &at) || at >= BLOCK_BYTES)
			continue;
		if (!x->unknown.block.at[i].object)
			x->unknown.block.at[i].object = new_block(x, st, i);
		p->object = x->unknown.block.at[i].object;
		p->offset = offset;
		return true;
	}
	return false;
}

static bool find_block(struct symex *x, struct state *st, struct pointee *p) {
	term var;
	if (symex_is_concrete(x))
		return replayed_block(x, st, p);
	if (term_is_const(x->ts, p->offset) || !find_variable(x->ts, p->offset, &var) ||
	    is_read(x->ts, var))
		return false;
	size_t i = 0;
	while (i < x->unknown.block.n && !term_eq(x->unknown.block.at[i].address, var))
		i++;
	if (i == x->unknown.block.n) {
		struct unknown_block w = {.address = var};
		vec_push(&x->unknown.block, w);
	}
	if (!x->unknown.block.at[i].object)
		x->unknown.block.at[i].object = new_block(x, st, i);
	symex_cut(x, st,
	          (struct cut){.kind = GAP_UNSUPPORTED,
	                       .text = "access through a pointer of unknown origin",
	                       .guard = term_and(x->ts, state_guard(x, st), p->guard)});
	block_assumptions(x, st, p->guard, i);
	p->offset = term_sub(x->ts, p->offset, var);
	p->object = x->unknown.block.at[i].object;
	return true;
}

/* --- Null pointers. --- */

bool invalid_is_null(const struct symex *x, const struct pointee *p) {
	uint64_t at;
	if (!x->config->unchecked_access || p->object || !term_get_u64(x->ts, p->offset, &at))
		return false;
	uint64_t highest = x->address_bits == 64 ? UINT64_MAX : UINT32_MAX;
	return at < LOW_ADDRESS || at > highest - LOW_ADDRESS;
}

/* Threads are to stop there. */
static void find_end(struct symex *x, const struct ins *i) {
	if (map_get(&x->unknown.null_at, map_key(i), NULL))
		return;
	map_put(&x->unknown.null_at, map_key(i), false);
	x->unknown.null_found = true;
}

void invalid_end(struct symex *x, struct state *st, term is_null) {
	const struct ins *i = next_ins(st);
	term guard = state_guard(x, st), ends = term_and(x->ts, guard, is_null);
	if (term_is_false(x->ts, ends))
		return;
	if (!symex_is_concrete(x))
		symex_cut(x, st, (struct cut){.kind = GAP_ASSUMPTION, .guard = ends});
	state_require(x, st, term_not(x->ts, is_null));
	x->current.path_ends |= term_eq(ends, guard);
	if (!symex_is_concrete(x) && st->nlive > 1)
		find_end(x, i);
}

void invalid_failed(struct symex *x, uint32_t property) {
	if (!x->config->multi_property || !x->prog->has_threads || property >= x->prog->property.n)
		return;
	for (size_t k = 0; k < x->prog->function.n; k++) {
		const struct function *f = x->prog->function.at[k];
		for (const struct ins *i = f->ins.at; i < f->ins.at + f->ins.n; i++)
			if (i->kind == INS_ASSERT && i->hidden && i->property == property)
				find_end(x, i);
	}
}

bool invalid_stops(const struct symex *x, const struct ins *i) {
	uint64_t stops = false;
	return x->unknown.null_at.n && map_get(&x->unknown.null_at, map_key(i), &stops) && stops;
}

bool invalid_restart(struct symex *x) {
	if (!x->unknown.null_found)
		return false;
	for (size_t i = 0; i < x->unknown.null_at.cap; i++)
		x->unknown.null_at.at[i].value |= x->unknown.null_at.at[i].used;
	x->unknown.null_found = false;
	return true;
}

/* --- Pointees. --- */

void invalid_end_number(struct symex *x, struct state *st, struct pointee *p, term accessed) {
	struct terms *ts = x->ts;
	if (!x->config->unchecked_access || p->object || term_is_const(ts, p->offset))
		return;
	term low = term_u64(ts, x->address_bits, LOW_ADDRESS),
	     high = term_i64(ts, x->address_bits, -1 - LOW_ADDRESS);
	term is_null = term_or(ts, term_ult(ts, p->offset, low), term_ult(ts, high, p->offset));
	invalid_end(x, st, term_and(ts, term_and(ts, p->guard, accessed), is_null));
	p->guard = term_and(ts, p->guard, term_not(ts, is_null));
}

term invalid_pointees(struct symex *x, struct state *st, struct pointees *t, term accessed) {
	term invalid = term_bool(x->ts, !t->complete);
	if (!x->config->unchecked_access)
		return invalid;
	for (size_t i = 0; i < t->list.n; i++) {
		struct pointee *p = &t->list.at[i];
		if (!p->object && !find_block(x, st, p))
			invalid_end_number(x, st, p, accessed);
	}
	return invalid;
}
