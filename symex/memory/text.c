#include "symex/memory/text.h"

#include "symex/memory/content.h"
#include "symex/memory/gate.h"

enum {
	MOST_BYTES = 1024,  /* inspected, if the size of the object and the offset are constant */
	MOST_SYMBOLIC = 64, /* inspected otherwise */
};

struct text { /* one object that a pointer may point into */
	struct symex *x;
	struct state *st;
	const struct pointee *p;
	uint64_t at, size; /* if is_known: the offset, and the size of the object */
	bool is_known;
};

static struct text text_of(struct symex *x, struct state *st, const struct pointee *p) {
	struct text t = {.x = x, .st = st, .p = p};
	t.is_known = term_get_u64(x->ts, p->offset, &t.at) &&
	             term_get_u64(x->ts, x->object.at[p->object].size, &t.size);
	return t;
}

static bool has_bytes(const struct text *t) {
	const struct symex *x = t->x;
	return t->p->object && x->object.at[t->p->object].kind != OBJECT_FUNCTION &&
	       memory_get(t->x, t->st, t->p->object);
}

static uint64_t most_inspected(const struct text *t) {
	if (!t->is_known)
		return MOST_SYMBOLIC;
	uint64_t left = t->at < t->size ? t->size - t->at : 0;
	return left < MOST_BYTES ? left : MOST_BYTES;
}

static term offset_of(const struct text *t, uint64_t k) {
	return term_add(t->x->ts, t->p->offset, term_u64(t->x->ts, t->x->address_bits, k));
}

static term is_inside(const struct text *t, uint64_t k) {
	struct terms *ts = t->x->ts;
	term size = t->x->object.at[t->p->object].size;
	/* not offset + k < size, since the sum may wrap around */
	term left = term_sub(ts, size, t->p->offset);
	return term_and(ts, term_ule(ts, t->p->offset, size),
	                term_ult(ts, term_u64(ts, t->x->address_bits, k), left));
}

static term byte_at(const struct text *t, term offset) {
	struct symex *x = t->x;
	uint32_t object = t->p->object;
	uint64_t at;
	struct access read = {.object = object, .offset = offset, .bytes = 1, .kind = ACCESS_READ};
	bool outside = term_get_u64(x->ts, offset, &at) && !content_reaches(x, object, at, 1);
	const struct content *c = outside ? NULL : memory_get(x, t->st, object);
	term value = gate_read(x, t->st, &read, false, c);
	return value.ix ? value : term_u64(x->ts, 8, 1);
}

static term is_zero_at(const struct text *t, term offset) {
	return term_is_zero(t->x->ts, byte_at(t, offset));
}

/* Programs often store a zero at the end of a large buffer. */
static bool last_is_zero(const struct text *t) {
	struct terms *ts = t->x->ts;
	term size = t->x->object.at[t->p->object].size;
	term last = term_add(ts, size, term_u64(ts, t->x->address_bits, UINT64_MAX));
	return term_is_true(ts, is_zero_at(t, last));
}

/* The bytes inspected do not decide whether the string ends: it is assumed to end. */
static term ends_later(const struct text *t, term ends) {
	struct symex *x = t->x;
	term goes_on = is_inside(t, most_inspected(t));
	if (term_is_false(x->ts, goes_on))
		return ends;
	if (last_is_zero(t))
		return term_or(x->ts, ends, goes_on);
	if (!symex_is_concrete(x))
		result_gap(x->result, GAP_ASSUMPTION, state_user_loc(t->st),
		           "long strings that are printed end inside their object");
	return term_or(x->ts, ends, goes_on);
}

term text_ends(struct symex *x, struct state *st, const struct pointee *p, term most) {
	struct terms *ts = x->ts;
	struct text t = text_of(x, st, p);
	term nothing = term_is_zero(ts, most), ends = nothing;
	if (!has_bytes(&t))
		return nothing;
	const struct object *o = &x->object.at[p->object];
	if (t.is_known && o->symbol && symbol_is_string(o->symbol))
		return term_or(ts, nothing, term_bool(ts, t.at < t.size));
	uint64_t n = most_inspected(&t), k = 0;
	for (; k < n && !term_is_true(ts, ends); k++) {
		term inside = is_inside(&t, k);
		term enough = term_equal(ts, most, term_u64(ts, x->address_bits, k + 1));
		term stops = term_or(ts, enough, is_zero_at(&t, offset_of(&t, k)));
		ends = term_or(ts, ends, term_and(ts, inside, stops));
	}
	if (k == n && !term_is_true(ts, ends))
		ends = ends_later(&t, ends);
	return term_or(ts, nothing, term_and(ts, gate_exists(x, st, p->object), ends));
}

static void blocks_of(const struct text *t, term most, term guard, text_block *each, void *data) {
	struct terms *ts = t->x->ts;
	uint32_t width = t->x->address_bits;
	uint64_t n = most_inspected(t), first = 0;
	for (uint64_t k = 0; k < n && !term_is_false(ts, guard); k++) {
		term zero = is_zero_at(t, offset_of(t, k));
		term is_last = term_or(ts, zero, term_equal(ts, most, term_u64(ts, width, k + 1)));
		if (k + 1 < n && term_is_false(ts, is_last))
			continue;
		each(data, ptr_make(t->x, t->p->object, offset_of(t, first)), k + 1 - first, guard);
		guard = term_and(ts, guard, term_not(ts, is_last));
		first = k + 1;
	}
}

void text_blocks(struct symex *x, struct state *st, term pointer, term most, term guard,
                 text_block *each, void *data) {
	struct pointees targets;
	ptr_targets(x, pointer, &targets);
	term some = term_and(x->ts, guard, term_not(x->ts, term_is_zero(x->ts, most)));
	for (size_t i = 0; i < targets.list.n; i++) {
		const struct pointee *p = &targets.list.at[i];
		struct text t = text_of(x, st, p);
		if (has_bytes(&t))
			blocks_of(&t, most, term_and(x->ts, some, p->guard), each, data);
	}
	vec_free(&targets.list);
}
