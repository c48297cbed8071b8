/* Points, and the values with which threads come to them. */
#include "symex/proof/relation/control_point.h"

#include "symex/explore/dead.h"
#include "symex/memory/content.h"
#include "symex/proof/relation/object.h"
#include "symex/proof/relation/part.h"

enum { MAX_OFFSETS = 8, MAX_POINTS = 4000, MAX_ARRIVALS = 64, MAX_DEPTH = 60 };

/* --- Pointers in registers. --- */

static const struct frame *frame_of(const struct state *st, uint32_t key) {
	const struct frame *f = st->frame;
	while (key < f->base)
		f = f->up;
	return f;
}

static void set_register(struct symex *x, struct state *st, uint32_t key, term value) {
	pmap_set(&x->pool, &st->reg, key, reg_of(x, value));
}

static bool is_pointer(const struct symex *x, uint64_t raw) {
	return reg_kind(raw) == REG_TERM &&
	       term_width(x->ts, (term){reg_payload(raw)}) == x->pointer_bits;
}

/* A pointer to an object of this thread that has ended does not come to life again when the object
 * does: it becomes a pointer to an object that never exists. */
static term without_ended(struct relation *r, const struct state *st, uint32_t object,
                          term pointer) {
	struct symex *x = r->x;
	uint64_t ended = pmap_get(&st->ended, object);
	if (!object || !ended || !term_is_true(x->ts, (term){(uint32_t)ended}) ||
	    object_is_shared(r, object))
		return pointer;
	return ptr_make(x, object_dead(r, x->object.at[object].kind), ptr_offset(x, pointer));
}

/* More than a few constant offsets of one register become a variable. */
static bool is_wide(struct relation *r, const struct frame *f, uint32_t slot, term offset) {
	uint32_t words[] = {f->canon, slot, 0, 0, 0, 0};
	uint32_t number = canon_tuple(r->canon, words, 6);
	uint32_t with[] = {number, offset.ix, 0, 0, 0, 0, 0};
	uint32_t seen = canon_tuple(r->canon, with, 7);
	uint64_t n = 0;
	map_get(&r->offsets, number, &n);
	if (!map_get(&r->offsets, (1ull << 32) | seen, NULL)) {
		map_put(&r->offsets, (1ull << 32) | seen, 1);
		map_put(&r->offsets, number, ++n);
	}
	return n > MAX_OFFSETS;
}

/* --- The way of a state to a point. --- */

struct coming {
	struct relation *r;
	struct arrivals *out;
	term number;        /* of the thread, if it is new; or NO_TERM */
	struct pmap before; /* memory before the step */
};

static void come(struct coming *c, struct state *st, term guard);

static void come_if(struct coming *c, const struct state *st, term guard, term condition,
                    uint32_t key, term pointer) {
	struct symex *x = c->r->x;
	guard = term_and(x->ts, guard, condition);
	if (term_is_false(x->ts, guard) || c->r->failed)
		return;
	struct state one;
	state_fork(x, st, &one);
	if (pointer.ix)
		set_register(x, &one, key, pointer);
	come(c, &one, guard);
}

/* true: the pointer goes one way for each of a few offsets. */
static bool splits_offset(struct coming *c, struct state *st, term guard, uint32_t key,
                          uint32_t object, term offset) {
	struct symex *x = c->r->x;
	term value[MAX_CHOSEN];
	uint32_t n = part_chosen(c->r, offset, value);
	for (uint32_t i = 0; i < n; i++)
		come_if(c, st, guard, term_equal(x->ts, offset, value[i]), key,
		        ptr_make(x, object, value[i]));
	return n != 0;
}

/* true: a pointer has several targets, and each went its own way. */
static bool splits_pointers(struct coming *c, struct state *st, term guard) {
	struct symex *x = c->r->x;
	uint32_t key, object;
	uint64_t raw;
	term offset;
	const struct pmap reg = st->reg;
	for (uint32_t at = 0; pmap_next(&reg, at, &key, &raw); at = key + 1) {
		if (!is_pointer(x, raw))
			continue;
		term pointer = reg_term(x, raw);
		if (ptr_known(x, pointer, &object, &offset)) {
			if (splits_offset(c, st, guard, key, object, offset))
				return true;
			term now = without_ended(c->r, st, object, pointer);
			if (!term_eq(now, pointer))
				set_register(x, st, key, now);
			continue;
		}
		struct pointees t;
		ptr_targets(x, pointer, &t);
		if (!t.complete)
			relation_fail(c->r, state_user_loc(st), "a pointer of unknown origin");
		for (size_t i = 0; i < t.list.n; i++)
			come_if(c, st, guard, t.list.at[i].guard, key,
			        ptr_make(x, t.list.at[i].object, t.list.at[i].offset));
		vec_free(&t.list);
		return true;
	}
	return false;
}

/* The same if it is not known whether an object of the thread still exists. */
static bool splits_lifetimes(struct coming *c, struct state *st, term guard) {
	struct symex *x = c->r->x;
	uint32_t object;
	uint64_t raw;
	const struct pmap ended = st->ended;
	for (uint32_t at = 0; pmap_next(&ended, at, &object, &raw); at = object + 1) {
		term is = {(uint32_t)raw};
		if (term_is_const(x->ts, is) || object_is_shared(c->r, object))
			continue;
		struct state one;
		state_fork(x, st, &one);
		pmap_set(&x->pool, &one.ended, object, 0);
		come_if(c, &one, guard, term_not(x->ts, is), 0, NO_TERM);
		state_fork(x, st, &one);
		pmap_set(&x->pool, &one.ended, object, term_true(x->ts).ix);
		pmap_set(&x->pool, &one.mem, object, 0);
		come_if(c, &one, guard, is, 0, NO_TERM);
		return true;
	}
	return false;
}

/* --- The point of a state. --- */

struct taking { /* a state is divided into point and values */
	struct relation *r;
	uint32_t key; /* canonical number of what was seen so far */
	term before;  /* number of the thread, by the variables before the step; NO_TERM: constant */
	term number;  /* the same, by its variable */
	VEC(struct new_value) value;
};

static void add_key(struct taking *t, uint32_t a, uint32_t b) {
	uint32_t words[] = {t->key, a, b};
	t->key = canon_tuple(t->r->canon, words, 3);
}

static term take(struct taking *t, uint32_t part, term value) {
	vec_push(&t->value, ((struct new_value){part, value}));
	add_key(t, part, 0);
	return t->r->part.at[part].var[1];
}

static uint64_t take_pointer(struct taking *t, const struct frame *f, uint32_t slot, term pointer) {
	struct symex *x = t->r->x;
	uint32_t object = 0;
	term offset = ptr_offset(x, pointer);
	ptr_known(x, pointer, &object, &offset);
	if (!term_is_const(x->ts, offset) || is_wide(t->r, f, slot, offset)) {
		offset = take(t, part_register(t->r, f, slot, x->address_bits), offset);
		pointer = ptr_make(x, object, offset);
	}
	add_key(t, object, offset.ix);
	return reg_of(x, pointer);
}

/* The number of the thread, plus a constant, is no part of its own. */
static bool is_number(const struct taking *t, term value, term *kept) {
	struct terms *ts = t->r->x->ts;
	if (!t->number.ix || term_width(ts, value) != term_width(ts, t->number))
		return false;
	term more = term_sub(ts, value, t->before);
	*kept = term_add(ts, t->number, more);
	return term_is_const(ts, more);
}

static void take_registers(struct taking *t, struct state *st) {
	struct symex *x = t->r->x;
	uint32_t key;
	uint64_t raw;
	const struct pmap reg = st->reg;
	pmap_snapshot(&x->pool);
	for (uint32_t at = 0; pmap_next(&reg, at, &key, &raw); at = key + 1) {
		const struct frame *f = frame_of(st, key);
		uint32_t slot = key - f->base;
		uint64_t now = raw;
		add_key(t, key, reg_kind(raw));
		if (!reg_has_value(raw)) {
			now = 0;
		} else if (reg_kind(raw) == REG_ANY && reg_width(raw) == x->pointer_bits) {
			add_key(t, reg_payload(raw), 0); /* never assigned */
		} else if (is_pointer(x, raw)) {
			now = take_pointer(t, f, slot, reg_term(x, raw));
		} else {
			term value = reg_term(x, raw), kept;
			if (is_number(t, value, &kept)) {
				pmap_set(&x->pool, &st->reg, key, reg_make(REG_TERM, kept.ix));
				add_key(t, kept.ix, 1);
				continue;
			}
			uint32_t part = part_register(t->r, f, slot, term_width(x->ts, value));
			now = reg_make(REG_TERM, take(t, part, value).ix);
		}
		pmap_set(&x->pool, &st->reg, key, now);
	}
}

/* Clears the counters of loops, which the key would contain otherwise. */
static void forget_counters(struct symex *x, struct state *st) {
	uint32_t key;
	uint64_t raw;
	const struct pmap reg = st->reg;
	pmap_snapshot(&x->pool);
	for (uint32_t at = 0; pmap_next(&reg, at, &key, &raw); at = key + 1)
		if (!reg_has_value(raw))
			pmap_set(&x->pool, &st->reg, key, 0);
}

static void take_cells(struct taking *t, const struct state *st, uint32_t object,
                       struct content *mine) {
	struct relation *r = t->r;
	const struct content *c = memory_get(r->x, st, object);
	for (uint32_t i = 0; i < r->part.n; i++) {
		struct part p = r->part.at[i];
		if (p.kind != PART_CELL || p.owner != object || p.is_shared)
			continue;
		struct scalar a = {p.bytes, p.is_pointer};
		term value = content_read(r->x, c, p.at, a), offset = NO_TERM;
		if (p.is_pointer)
			value = part_index(r, i, value, &offset);
		term var = take(t, i, value);
		p = r->part.at[i];
		if (p.is_pointer && p.offset != NO_PART)
			take(t, p.offset, offset.ix ? offset : r->part.at[p.offset].var[1]);
		content_write(r->x, mine, p.at, a, p.is_pointer ? part_pointer(r, &r->part.at[i]) : var);
	}
}

static void take_objects(struct taking *t, struct state *st) {
	struct relation *r = t->r;
	struct symex *x = r->x;
	uint32_t object;
	uint64_t raw;
	struct pmap mem = {0};
	objects_collect(r, st);
	const struct pmap old = st->mem;
	for (uint32_t at = 0; pmap_next(&old, at, &object, &raw); at = object + 1) {
		if (!object_is_own(r, st, object))
			continue;
		add_key(t, object, 0);
		struct content *mine = object_blank(r, object);
		if (!object_is_summary(r, object))
			take_cells(t, st, object, mine);
		pmap_set(&x->pool, &mem, object, (uint64_t)(uintptr_t)mine);
	}
	st->mem = mem;
	st->ended = (struct pmap){0};
}

static const struct function *user_function(const struct state *st) {
	const struct frame *f = st->frame;
	while (f->up && f->function->is_model)
		f = f->up;
	return f->function;
}

static uint32_t find_point(struct taking *t, struct state *st) {
	struct relation *r = t->r;
	uint64_t known;
	if (map_get(&r->point_of, t->key, &known))
		return (uint32_t)known;
	if (r->point.n == MAX_POINTS) {
		relation_fail(r, state_user_loc(st), "more places than fit");
		return NO_POINT;
	}
	st->guard = NULL;
	st->wakeup = NULL;
	st->joined = NULL;
	st->resumed = true;
	st->wrote = st->waited = st->loops = false;
	st->laps = st->activity = 0;
	struct control_point p = {.tid = st->tid,
	                          .st = *st,
	                          .loc = state_user_loc(st),
	                          .function = user_function(st),
	                          .is_atomic = st->atomic > 0};
	pmap_snapshot(&r->x->pool);
	for (size_t i = 0; i < t->value.n; i++)
		vec_push(&p.part, t->value.at[i].part);
	map_put(&r->point_of, t->key, r->point.n);
	vec_push(&r->point, p);
	return (uint32_t)r->point.n - 1;
}

static void arrive(struct coming *c, struct state *st, term guard) {
	struct relation *r = c->r;
	struct taking t = {.r = r};
	if (c->out->at.n >= MAX_ARRIVALS || st->frame->depth > MAX_DEPTH)
		relation_fail(r, state_user_loc(st), "too many ways of one step");
	forget_counters(r->x, st);
	add_key(&t, st->frame->canon, st->pc);
	add_key(&t, st->tid, st->atomic);
	if (r->template.at[st->tid].is_many) {
		uint32_t part = r->template.at[st->tid].number;
		term number = c->number.ix ? c->number : r->part.at[part].var[1];
		t.before = part_many_number(r->x->ts, number);
		t.number = part_many_number(r->x->ts, take(&t, part, number));
	}
	objects_find_written(r, &c->before, st);
	take_objects(&t, st);
	take_registers(&t, st);
	struct arrival a = {.guard = guard, .nown = (uint32_t)t.value.n};
	a.point = find_point(&t, st);
	a.own = arena_copy(r->x->pool.arena, t.value.at, t.value.n * sizeof *t.value.at);
	vec_push(&c->out->at, a);
	vec_free(&t.value);
}

static void come(struct coming *c, struct state *st, term guard) {
	if (splits_pointers(c, st, guard) || splits_lifetimes(c, st, guard) || c->r->failed)
		return;
	arrive(c, st, guard);
}

void point_arrive(struct relation *r, const struct state *st, term guard, term number,
                  const struct pmap *before, struct arrivals *out) {
	struct coming c = {r, out, number, *before};
	struct state one;
	state_fork(r->x, st, &one);
	one.guard = NULL;
	one.held = NULL; /* the words of locks say who holds them */
	if (!one.frame) {
		objects_find_written(r, before, &one);
		struct arrival a = {.point = NO_POINT, .guard = guard};
		vec_push(&out->at, a);
		return;
	}
	dead_forget(r->x, r->live, &one);
	objects_adopt_record(r, &one);
	come(&c, &one, guard);
}
