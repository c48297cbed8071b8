#include "symex/sequential/induct.h"

#include "solvers/solver.h"
#include "symex/core/iterations.h"
#include "symex/explore/explore.h"
#include "symex/memory/content.h"
#include "symex/memory/memory.h"
#include "symex/query/vc.h"
#include "symex/sequential/invariant.h"
#include "symex/sequential/sequential.h"
#include "symex/step/check/condition.h"
#include "symex/step/wait.h"
#include "util/text/diag.h"

enum { MAX_RESTARTS = 40, MAX_CHANGES = 4000 };

struct induct *induct_open(void) {
	return mem_alloc(sizeof(struct induct));
}

void induct_close(struct induct *d) {
	if (!d)
		return;
	vec_free(&d->loop);
	vec_free(&d->change);
	vec_free(&d->entry);
	vec_free(&d->candidate);
	vec_free(&d->obligation);
	mem_free(d);
}

static uint32_t index_of(const struct function *f, const struct loop *l) {
	return (uint32_t)(l - f->loop.at);
}

static bool is_abstracted(const struct induct *d, const struct loop *l) {
	for (size_t i = 0; i < d->loop.n; i++)
		if (d->loop.at[i].loop == l)
			return true;
	return false;
}

static bool is_outside(const struct loop *l, uint32_t pc) {
	return pc < l->head || pc > l->back;
}

/* Does control go on with the next instruction? */
static bool falls_through(const struct ins *i) {
	return !(i->kind == INS_RETURN || i->kind == INS_UNSUPPORTED ||
	         (i->kind == INS_GOTO && !i->rhs));
}

/* The instruction at which the loop is entered from outside; false: there is not exactly one. */
static bool find_cutpoint(const struct function *f, const struct loop *l, uint32_t *at) {
	bool found = l->head == 0 || falls_through(&f->ins.at[l->head - 1]);
	*at = l->head;
	for (uint32_t i = 0; i < f->ins.n; i++) {
		const struct ins *in = &f->ins.at[i];
		if (in->kind != INS_GOTO || !is_outside(l, i) || is_outside(l, in->target))
			continue;
		if (found && *at != in->target)
			return false;
		*at = in->target;
		found = true;
	}
	return found;
}

bool induct_add_loop(struct symex *x, struct induct *d, const char *id) {
	for (size_t i = 0; i < x->prog->function.n; i++) {
		const struct function *f = x->prog->function.at[i];
		for (size_t k = 0; k < f->loop.n; k++) {
			if (f->loop.at[k].id != id)
				continue;
			if (is_abstracted(d, &f->loop.at[k]))
				return false;
			struct abstracted_loop t = {.function = f, .loop = &f->loop.at[k]};
			d->failed |= !find_cutpoint(f, t.loop, &t.cutpoint);
			vec_push(&d->loop, t);
			return true;
		}
	}
	BUG("no loop %s", id);
}

/* --- The changes that an iteration makes. --- */

static bool same_change(const struct loop_change *a, const struct loop_change *b) {
	return a->loop == b->loop && a->is_register == b->is_register && a->variable == b->variable &&
	       (a->variable || a->key == b->key) && a->offset == b->offset &&
	       (a->cell.bytes == b->cell.bytes || !a->cell.bytes);
}

static void add_change(struct induct *d, struct loop_change c) {
	for (size_t i = 0; i < d->change.n; i++)
		if (same_change(&d->change.at[i], &c))
			return;
	d->grew = true;
	if (d->change.n < MAX_CHANGES)
		vec_push(&d->change, c);
	else
		d->failed = true;
}

struct head_comparison {
	struct symex *x;
	struct induct *d;
	const struct loop_entry *entry;
	uint32_t object;
};

/* An arbitrary pointer points to no object, so it does not stand for all pointers. */
static bool is_pointer_term(const struct symex *x, uint64_t reg) {
	return reg_kind(reg) == REG_TERM &&
	       term_width(x->ts, (term){reg_payload(reg)}) == x->pointer_bits;
}

static void each_register(void *context, uint32_t key, uint64_t before, uint64_t after) {
	struct head_comparison *c = context;
	/* A variable without a value at the head is declared anew in each iteration. */
	if (!before || reg_kind(before) >= REG_COUNT)
		return;
	c->d->failed |= is_pointer_term(c->x, before) || is_pointer_term(c->x, after);
	add_change(c->d, (struct loop_change){.loop = c->entry->loop, .is_register = true, .key = key});
}

static struct loop_change object_change(const struct head_comparison *c, uint32_t offset,
                                        struct scalar a) {
	const struct object *o = &c->x->object.at[c->object];
	return (struct loop_change){.loop = c->entry->loop,
	                            .key = c->object,
	                            .variable = o->kind == OBJECT_STATIC ? o->symbol : NULL,
	                            .offset = offset,
	                            .cell = a};
}

static void each_cell(void *context, uint32_t offset, uint64_t before, uint64_t after) {
	struct head_comparison *c = context;
	uint64_t cell = before ? before : after;
	struct scalar a = cell_access(cell);
	c->d->failed |= cell_is_pointer(before) || cell_is_pointer(after);
	add_change(c->d, object_change(c, offset, a));
}

static bool has_pointers(const struct content *c) {
	uint32_t offset;
	uint64_t cell;
	if (c->elem || c->lazy)
		return c->lazy || c->elem_is_pointer;
	for (uint32_t at = 0; pmap_next(&c->cells, at, &offset, &cell); at = offset + 1)
		if (cell_is_pointer(cell))
			return true;
	return false;
}

static void each_object(void *context, uint32_t id, uint64_t before, uint64_t after) {
	struct head_comparison *c = context;
	const struct object *o = &c->x->object.at[id];
	if (id >= c->entry->objects && o->kind != OBJECT_STATIC)
		return; /* created in this iteration */
	const struct content *a = before ? (const struct content *)(uintptr_t)before : o->initial;
	const struct content *b = after ? (const struct content *)(uintptr_t)after : o->initial;
	if (a == b)
		return;
	if (!a || !b || (o->kind == OBJECT_STATIC && !o->symbol)) {
		c->d->failed = true; /* an object ends in the iteration, or has no variable to find it by */
		return;
	}
	c->object = id;
	if (a->elem || b->elem || a->fill != b->fill || a->choice != b->choice || a->lazy != b->lazy) {
		c->d->failed |= has_pointers(a) || has_pointers(b);
		add_change(c->d, object_change(c, 0, (struct scalar){0, false}));
	} else {
		pmap_diff(&a->cells, &b->cells, each_cell, c);
	}
}

static void each_ended(void *context, uint32_t id, uint64_t before, uint64_t after) {
	struct head_comparison *c = context;
	(void)before, (void)after;
	if (id < c->entry->objects)
		c->d->failed = true;
}

/* Adds the changes between the state at the loop's head and 'st', at the end of an iteration. */
static void find_changes(struct symex *x, struct induct *d, const struct loop_entry *e,
                         const struct state *st) {
	struct head_comparison c = {.x = x, .d = d, .entry = e};
	pmap_diff(&e->head.reg, &st->reg, each_register, &c);
	pmap_diff(&e->head.mem, &st->mem, each_object, &c);
	pmap_diff(&e->head.ended, &st->ended, each_ended, &c);
}

/* --- Havoc. --- */

static void havoc_register(struct symex *x, struct state *st, uint32_t key) {
	uint64_t old = pmap_get(&st->reg, key);
	if (!old || reg_kind(old) >= REG_COUNT)
		return;
	uint32_t width = term_width(x->ts, reg_term(x, old));
	term value = width == x->pointer_bits
	                 ? ptr_integer(x, term_fresh(x->ts, sort_bv(x->address_bits), "any"))
	                 : term_fresh(x->ts, sort_bv(width), "any");
	pmap_set(&x->pool, &st->reg, key, reg_of(x, value));
}

static void havoc_cell(struct symex *x, struct state *st, const struct loop_change *c) {
	uint32_t id = c->variable ? memory_static(x, c->variable) : c->key;
	const struct content *old = id < x->object.n ? memory_get(x, st, id) : NULL;
	if (!old)
		return;
	struct content *mine = content_own(x, old);
	if (!c->cell.bytes) {
		/* Nondeterministic values are numbered upwards from 0; these come from the other end. */
		mine = memory_fresh(x, CHOICE_OF_SYMBOL - 1 - ((struct induct *)x->self)->havocked++);
	} else {
		term bits = term_fresh(x->ts, sort_bv(c->cell.bytes * 8), "any");
		struct scalar a = {c->cell.bytes, false};
		if (c->cell.is_pointer) {
			bits = ptr_integer(x, bits);
			a.is_pointer = true;
		}
		content_write(x, mine, c->offset, a, bits);
	}
	memory_put(x, st, id, mine);
}

static struct loop_entry *find_entry(struct induct *d, const struct loop *l,
                                     const struct frame *f) {
	for (size_t i = 0; i < d->entry.n; i++) {
		if (d->entry.at[i].loop == l && d->entry.at[i].frame == f)
			return &d->entry.at[i];
		d->failed |= d->entry.at[i].loop == l && d->entry.at[i].depth != f->depth;
	}
	struct loop_entry e = {.loop = l, .frame = f, .depth = f->depth};
	vec_push(&d->entry, e);
	return &vec_last(&d->entry);
}

/* The state at the head comes to stand for the state before any iteration. */
static void enter(struct symex *x, struct state *st, const struct loop *l) {
	struct induct *d = x->self;
	d->entries++;
	iterations_set(x, st, index_of(st->frame->function, l), ITERATIONS_COUNTED, 0);
	struct loop_entry *e = find_entry(d, l, st->frame);
	invariant_before(x, st, e);
	for (size_t i = 0; i < d->change.n; i++) {
		const struct loop_change *c = &d->change.at[i];
		if (c->loop == l && c->is_register)
			havoc_register(x, st, c->key);
		else if (c->loop == l)
			havoc_cell(x, st, c);
	}
	st->activity++;
	invariant_assume(x, st, e);
	state_fork(x, st, &e->head);
	e->objects = x->object.n;
}

/* false: the path ends, since the havocked state at the head covers what follows. */
static bool end_iteration(struct symex *x, struct state *st, const struct loop *l) {
	struct induct *d = x->self;
	uint32_t loop = index_of(st->frame->function, l);
	uint32_t iterations = iterations_get(st, st->frame, loop, ITERATIONS_COUNTED) + 1;
	iterations_set(x, st, loop, ITERATIONS_COUNTED, iterations);
	const struct loop_entry *e = find_entry(d, l, st->frame);
	if (!e->objects) {
		d->failed = true; /* never entered: no havocked state stands for this one */
		return false;
	}
	find_changes(x, d, e, st);
	invariant_iteration(x, st, e);
	return iterations < d->k;
}

static bool induct_arrive(struct symex *x, struct state *st, uint32_t from) {
	const struct induct *d = x->self;
	bool goes_on = true;
	for (size_t i = 0; i < d->loop.n && goes_on; i++) {
		const struct abstracted_loop *t = &d->loop.at[i];
		if (t->function != st->frame->function || t->cutpoint != st->pc)
			continue;
		if (is_outside(t->loop, from))
			enter(x, st, t->loop);
		else
			goes_on = end_iteration(x, st, t->loop);
	}
	return goes_on;
}

/* k > 1: is the property assumed in this iteration, because it is checked in the k-th? */
static bool is_assumed(struct symex *x, const struct state *st, uint32_t property) {
	struct induct *d = x->self;
	enum property_class class = properties_at(x->properties, property)->class;
	if (d->k == 1 || !d->entry.n || class == PROPERTY_POINTER || class == PROPERTY_DOUBLE_FREE ||
	    class == PROPERTY_INVALID_FREE)
		return false;
	const struct loop_entry *e = &d->entry.at[0];
	for (const struct frame *f = st->frame; f; f = f->up)
		if (f == e->frame)
			return iterations_get(st, f, index_of(f->function, e->loop), ITERATIONS_COUNTED) + 1 <
			       d->k;
	return false;
}

/* --- The engine. --- */

static bool treats_loop(struct symex *x, const struct loop *l) {
	return is_abstracted(x->self, l);
}

static bool induct_check(struct symex *x, struct state *st, uint32_t property, term condition) {
	if (!is_assumed(x, st, property))
		return step_record(x, st, property, condition);
	symex_assume(x, state_guard(x, st), condition);
	return !term_is_false(x->ts, condition);
}

static const struct engine induction_engine = {
    .name = "induction",
    .feasible = vc_feasible,
    .check = induct_check,
    .enqueue = explore_add,
    .wait = wait_alone,
    .loops = {.treats_loop = treats_loop, .arrive = induct_arrive},
};

/* --- The proof. --- */

static bool all_hold(struct symex *x) {
	struct model *model;
	const struct vc *vc;
	const struct cut *cut;
	enum answer a = vc_check(x, ANY_PROPERTY, &model, &vc);
	if (a == ANSWER_SAT)
		model_close(model);
	return a == ANSWER_UNSAT && vc_check_cuts(x, CUT_UNSUPPORTED, &cut) == ANSWER_UNSAT &&
	       vc_check_cuts(x, CUT_GIVEN, &cut) == ANSWER_UNSAT &&
	       vc_check_cuts(x, CUT_DEEPENED, &cut) == ANSWER_UNSAT;
}

/* Loops that this execution had to cut are abstracted in the next; false: recursion was cut. */
static bool add_cut_loops(struct symex *x, struct induct *d) {
	for (size_t i = 0; i < x->cut.n; i++)
		if (x->cut.at[i].kind == GAP_UNWIND) {
			if (!x->cut.at[i].is_loop)
				return false;
			if (induct_add_loop(x, d, x->cut.at[i].text))
				d->grew = true;
		}
	return true;
}

bool induct_prove(struct symex *x, struct induct *d, uint32_t k, double budget) {
	d->k = k;
	bool proved = false;
	x->engine = &induction_engine;
	x->self = d;
	x->query.optional = true;
	x->query.budget = budget;
	for (int i = 0; i < MAX_RESTARTS && !d->failed && !symex_stop && x->query.budget > 0; i++) {
		d->grew = false;
		d->entry.n = d->obligation.n = 0;
		d->entries = 0;
		sequential_execute(x);
		if (x->give_up || !add_cut_loops(x, d))
			break;
		if (k > 1 && (d->loop.n != 1 || d->entries != 1))
			break;
		if (d->grew)
			continue;
		if (!d->candidate.n && !d->failed) {
			invariant_guess(d);
			if (d->candidate.n)
				continue;
		}
		if (invariant_drop(x, d))
			continue;
		proved = !d->failed && all_hold(x);
		break;
	}
	x->query.optional = false;
	x->engine = &sequential_engine;
	x->self = NULL;
	return proved && !symex_stop;
}
