#include "symex/memory/gate.h"

#include "symex/core/naming.h"
#include "symex/memory/access_log.h"
#include "symex/memory/content.h"

static const struct engine_memory *engine_of(const struct symex *x) {
	return &x->engine->memory;
}

static void pass(struct symex *x, struct state *st, const struct access *a) {
	if (access_is_logged(x) && !(engine_of(x)->is_own && engine_of(x)->is_own(x, st, a)))
		access_note(x, st, a);
	if (engine_of(x)->access)
		engine_of(x)->access(x, st, a);
}

/* --- Scalars. --- */

/* The bytes inside the object, and arbitrary bytes behind them. */
static term read_past_end(struct symex *x, struct state *st, const struct access *a,
                          const struct content *c) {
	struct scalar byte = {1, false};
	uint64_t at = 0;
	term_get_u64(x->ts, a->offset, &at);
	term guard = term_and(x->ts, state_guard(x, st), a->guard);
	const struct content *behind = memory_fresh(x, symex_choice(x, st, CHOICE_UNINIT, guard));
	term value = content_read(x, c, at, byte);
	for (uint32_t i = 1; i < a->bytes; i++) {
		bool inside = content_reaches(x, a->object, at + i, 1);
		value = term_concat(x->ts, content_read(x, inside ? c : behind, at + i, byte), value);
	}
	return value;
}

static term read_state(struct symex *x, struct state *st, const struct access *a, bool is_pointer,
                       const struct content *c) {
	if (content_is_crossed(x, a->object, a->offset, a->bytes)) {
		term value = read_past_end(x, st, a, c);
		return is_pointer ? ptr_from_int(x, value) : value;
	}
	const struct content *seen = c;
	struct scalar s = {a->bytes, is_pointer};
	term value = content_read_at(x, a->object, &seen, a->offset, s);
	if (seen != c)
		memory_put(x, st, a->object, (struct content *)seen);
	return value;
}

term gate_read(struct symex *x, struct state *st, const struct access *a, bool is_pointer,
               const struct content *c) {
	pass(x, st, a);
	if (!c)
		return NO_TERM;
	term value = gate_is_by_scalar(x) ? engine_of(x)->read(x, st, a, is_pointer) : NO_TERM;
	return value.ix ? value : read_state(x, st, a, is_pointer, c);
}

void gate_write(struct symex *x, struct state *st, const struct access *a, bool is_pointer,
                term value, const struct content *c) {
	pass(x, st, a);
	if (!c || (gate_is_by_scalar(x) && engine_of(x)->write(x, st, a, value)))
		return;
	struct content *mine = content_own(x, c);
	struct scalar s = {a->bytes, is_pointer};
	content_write_at(x, a->object, mine, a->offset, s, value, a->guard);
	memory_put(x, st, a->object, mine);
}

void gate_flush(struct symex *x, struct state *st, const struct access *a, struct scalar s,
                term value) {
	const struct content *c = memory_get(x, st, a->object);
	if (access_is_logged(x))
		access_note(x, st, a);
	if (!c || term_is_true(x->ts, gate_is_ended(x, st, a->object)))
		return;
	struct content *mine = content_own(x, c);
	content_write_at(x, a->object, mine, a->offset, s, value, a->guard);
	memory_put(x, st, a->object, mine);
}

/* Makes a term of the offset only if somebody looks at it. */
static void pass_known(struct symex *x, struct state *st, uint32_t object, uint64_t offset,
                       struct scalar s, enum access_kind kind) {
	if (!access_is_logged(x) && !engine_of(x)->access)
		return;
	struct access a = {.object = object,
	                   .offset = term_u64(x->ts, x->address_bits, offset),
	                   .bytes = s.bytes,
	                   .kind = kind,
	                   .guard = term_true(x->ts),
	                   .order = x->current.order,
	                   .failure_order = x->current.failure_order};
	pass(x, st, &a);
}

struct value gate_read_known(struct symex *x, struct state *st, uint32_t object, uint64_t offset,
                             struct scalar s, const struct content *c) {
	pass_known(x, st, object, offset, s, ACCESS_READ);
	return content_value(x, c, offset, s);
}

void gate_write_known(struct symex *x, struct state *st, uint32_t object, uint64_t offset,
                      struct scalar s, const struct value *value, const struct content *c) {
	pass_known(x, st, object, offset, s, ACCESS_WRITE);
	struct content *mine = content_own(x, c);
	content_store(x, mine, offset, s, value);
	memory_put(x, st, object, mine);
}

/* --- Whole objects. --- */

void gate_whole(struct symex *x, struct state *st, uint32_t object, enum access_kind kind) {
	pass(x, st, &(struct access){.object = object, .kind = kind});
}

static term own_ended(struct symex *x, const struct state *st, uint32_t object) {
	uint64_t t = pmap_get(&st->ended, object);
	return t ? (term){(uint32_t)t} : term_false(x->ts);
}

term gate_is_ended(struct symex *x, struct state *st, uint32_t object) {
	term own = own_ended(x, st, object);
	return engine_of(x)->is_ended ? engine_of(x)->is_ended(x, st, object, own) : own;
}

term gate_exists(struct symex *x, struct state *st, uint32_t object) {
	gate_whole(x, st, object, ACCESS_EXISTENCE);
	return term_not(x->ts, gate_is_ended(x, st, object));
}

void gate_end(struct symex *x, struct state *st, uint32_t object, term guard) {
	struct access end = {.object = object, .kind = ACCESS_WRITE, .guard = guard, .ends = true};
	pass(x, st, &end);
	term ended = term_or(x->ts, own_ended(x, st, object), guard);
	pmap_set(&x->pool, &st->ended, object, ended.ix);
	if (term_is_true(x->ts, ended) && x->object.at[object].kind != OBJECT_STATIC)
		pmap_set(&x->pool, &st->mem, object, 0);
}

bool gate_holds_pointer(struct symex *x, uint32_t object, uint64_t offset) {
	return engine_of(x)->holds_pointer && engine_of(x)->holds_pointer(x, object, offset);
}

void gate_leaves(struct symex *x, struct state *st, uint32_t tid, uint32_t position) {
	if (engine_of(x)->flush)
		engine_of(x)->flush(x, st, tid, position);
}

void gate_synchronise(struct symex *x, struct state *st, term word, bool acquires) {
	if (engine_of(x)->synchronise)
		engine_of(x)->synchronise(x, st, word, acquires);
}

void gate_fence(struct symex *x, struct state *st, enum mem_order order) {
	if (engine_of(x)->fence)
		engine_of(x)->fence(x, st, order);
}
