/* Data races: two threads are about to access the same memory, one of them to write it, and not
 * both atomically (design.md, section 2).
 *
 * What a thread is about to do is read off the instruction that it stands at; of an atomic section
 * it is what the section touches when it is run, for a try.  Only pairs with the thread that moved
 * last are new.  The memory of the models themselves does not count, but for the hidden state of
 * functions that need not be thread-safe. */
#include <string.h>

#include "symex/explore/explore.h"
#include "symex/step/interrupt.h"
#include "symex/replay/replay.h"
#include "symex/step/step.h"
#include "symex/step/text.h"
#include "symex/step/thread.h"
#include "symex/lazy/node.h"
#include "util/intern.h"

struct access_list {
	VEC(struct race_access) at;
};

/* --- What is about to be accessed. --- */

static const struct ins *guarded(const struct state *st) {
	const struct ins *i = &st->frame->function->ins.at[st->pc];
	while (i->kind == INS_ASSERT && i->hidden)
		i++;
	return i;
}

static bool is_shared(const struct expr *lvalue) {
	while (lvalue->kind == EXPR_MEMBER || lvalue->kind == EXPR_INDEX)
		lvalue = lvalue->arg[0];
	if (lvalue->kind != EXPR_SYMBOL)
		return true;
	const struct symbol *s = lvalue->symbol;
	return s->is_shared && (!s->is_model || s->is_hidden_state) && s->storage != STORAGE_FUNCTION;
}

static term bytes_term(struct symex *x, uint64_t n) {
	return term_u64(x->ts, x->address_bits, n);
}

/* Of a block that an intrinsic moves. */
static term length(struct symex *x, struct state *view, const struct expr *e) {
	return eval_cast(x, view, eval(x, view, e), e->type, type_size(x->prog->types));
}

static void add_lvalue(struct tree *t, struct state *view, const struct expr *e, bool is_write,
                       term guard, struct access_list *to) {
	struct lvalue p = eval_lvalue(t->x, view, e);
	if (p.is_register || !is_shared(e))
		return;
	struct race_access a = {
	    .tid = view->tid,
	    .pointer = p.pointer,
	    .bytes = bytes_term(t->x, p.bit_width ? (p.bit + p.bit_width + 7) / 8 : e->type->size),
	    .is_write = is_write,
	    .is_atomic = e->type->is_atomic,
	    .guard = guard,
	    .lvalue = e};
	vec_push(&to->at, a);
}

static void add_reads(struct tree *, struct state *view, const struct expr *, bool is_value,
                      term guard, struct access_list *to);

/* && || ?: read what they select, and the rest only if they do. */
static void add_selected(struct tree *t, struct state *view, const struct expr *e, term guard,
                         struct access_list *to) {
	struct terms *ts = t->x->ts;
	add_reads(t, view, e->arg[0], true, guard, to);
	term c = eval_condition(t->x, view, e->arg[0]), not = term_not(ts, c);
	add_reads(t, view, e->arg[1], true, term_and(ts, guard, e->kind == EXPR_LOR ? not : c), to);
	if (e->kind == EXPR_COND)
		add_reads(t, view, e->arg[2], true, term_and(ts, guard, not ), to);
}

struct text_data {
	struct tree *t;
	struct state *view;
	struct access_list *to;
};

static void add_text_block(void *data, term pointer, uint64_t bytes, term guard) {
	struct text_data *d = data;
	struct race_access a = {.tid = d->view->tid,
	                        .pointer = pointer,
	                        .bytes = bytes_term(d->t->x, bytes),
	                        .guard = guard};
	vec_push(&d->to->at, a);
}

/* The characters of a string up to its end. */
static void add_text(struct tree *t, struct state *view, const struct expr *e, term guard,
                     struct access_list *to) {
	struct text_data data = {t, view, to};
	struct symex *x = t->x;
	text_blocks(x, view, eval(x, view, e->arg[0]), length(x, view, e->arg[1]), guard,
	            add_text_block, &data);
}

static void add_reads(struct tree *t, struct state *view, const struct expr *e, bool is_value,
                      term guard, struct access_list *to) {
	if (!e || term_is_false(t->x->ts, guard))
		return;
	if (e->kind == EXPR_LAND || e->kind == EXPR_LOR || e->kind == EXPR_COND) {
		add_selected(t, view, e, guard, to);
		return;
	}
	if (e->kind == EXPR_BUILTIN && e->builtin == BUILTIN_IS_STRING)
		add_text(t, view, e, guard, to);
	bool is_lvalue = expr_is_lvalue(e);
	if (is_lvalue && is_value && e->type->kind != TYPE_FUNC)
		add_lvalue(t, view, e, false, guard, to);
	for (uint32_t i = 0; i < e->nargs; i++) {
		/* The record or array that a part is taken of is no access of its own. */
		bool part = (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX) && i == 0;
		add_reads(t, view, e->arg[i], !part && e->kind != EXPR_ADDR, guard, to);
	}
}

static void add_block(struct tree *t, struct state *view, const struct ins *i, uint32_t arg,
                      term bytes, bool is_write, term guard, struct access_list *to) {
	struct race_access a = {.tid = view->tid,
	                        .pointer = eval(t->x, view, i->arg[arg]),
	                        .bytes = bytes,
	                        .is_write = is_write,
	                        .guard = guard};
	vec_push(&to->at, a);
}

static void add_call(struct tree *t, struct state *view, const struct ins *i, term guard,
                     struct access_list *to) {
	enum intrinsic which =
	    i->rhs->kind == EXPR_SYMBOL ? intrinsic_find(i->rhs->symbol->name) : INTRINSIC_NONE;
	term bytes = bytes_term(t->x, UINT32_MAX);
	if (which == INTRINSIC_COPY || which == INTRINSIC_SET || which == INTRINSIC_HAVOC)
		bytes = length(t->x, view, i->arg[i->nargs - 1]);
	if (which == INTRINSIC_COPY)
		add_block(t, view, i, 1, bytes, false, guard, to);
	if (which == INTRINSIC_COPY || which == INTRINSIC_SET || which == INTRINSIC_HAVOC ||
	    which == INTRINSIC_FREE)
		add_block(t, view, i, 0, bytes, true, guard, to);
	if (i->lhs)
		add_lvalue(t, view, i->lhs, true, guard, to);
	for (uint32_t k = 0; k < i->nargs; k++)
		add_reads(t, view, i->arg[k], true, guard, to);
}

static void add_ins(struct tree *t, struct state *view, const struct ins *i, term guard,
                    struct access_list *to) {
	size_t first = to->at.n;
	if (i->ghost)
		return;
	switch (i->kind) {
	case INS_CALL: add_call(t, view, i, guard, to); break;
	case INS_ASSIGN:
	case INS_HAVOC:
		add_lvalue(t, view, i->lhs, true, guard, to);
		add_reads(t, view, i->lhs, false, guard, to);
		add_reads(t, view, i->rhs, true, guard, to);
		break;
	default: add_reads(t, view, i->rhs, true, guard, to);
	}
	for (; first < to->at.n; first++)
		to->at.at[first].ins = i;
}

/* Whether a witness means them; of a section also if it means the whole. */
static void add_gate(struct tree *t, struct state *view, size_t first, struct access_list *to) {
	const struct goto_prog *p = t->x->prog;
	for (; p->race_gate && first < to->at.n; first++) {
		struct race_access *a = &to->at.at[first];
		term gate = eval(t->x, view, expr_symbol(p->arena, p->race_gate));
		a->gate = term_eq(a->gate, NO_TERM) ? gate : term_bvor(t->x->ts, a->gate, gate);
	}
}

struct trial {
	struct tree *tree;
	struct access_list *to;
};

static void add_tried(struct symex *x, struct state *st) {
	struct trial *try = x->tree->trial_data;
	size_t first = try->to->at.n;
	if (!st->atomic)
		return;
	add_ins(try->tree, st, &st->frame->function->ins.at[st->pc], state_guard(x, st), try->to);
	add_gate(try->tree, st, first, try->to);
	for (size_t i = first; i < try->to->at.n; i++) {
		try->to->at.at[i].is_atomic = true;
		try->to->at.at[i].lvalue = NULL; /* its variables have these values only in the trial */
	}
}

/* Runs an atomic section to see what it accesses, and takes it back. */
static void add_section(struct tree *t, struct state *st, uint32_t tid, struct access_list *to) {
	struct symex *x = t->x;
	struct stepping *s = &t->stepping;
	struct replay_mark told = replay_mark(x);
	struct trail before = trail_mark(x, tid);
	bool record = s->record, dead_end = s->dead_end, program_end = s->program_end;
	struct trial data = {t, to};
	struct state try;
	state_fork(x, st, &try);
	thread_switch(x, &try, tid);
	try.resumed = true;
	s->record = false;
	s->stopped.n = 0;
	s->trial = add_tried;
	s->trial_data = &data;
	explore(x, &try);
	s->trial = NULL;
	s->record = record;
	s->dead_end = dead_end;
	s->program_end = program_end;
	x->give_up = false;
	trail_undo(x, &before);
	replay_undo(x, told);
}

static void add_accesses(struct tree *t, struct state *st, uint32_t tid, struct access_list *to) {
	struct state view = thread_view(st, tid);
	if (!view.frame || view.cut)
		return;
	const struct ins *i = guarded(&view);
	size_t touched = t->stepping.touched.n, first = to->at.n;
	term stays = term_not(t->x->ts, interrupt_pending(t->x, &view));
	if (i->kind != INS_ATOMIC_BEGIN)
		add_ins(t, &view, i, stays, to);
	else if (!view.frame->function->is_model)
		add_section(t, st, tid, to);
	add_gate(t, &view, first, to);
	t->stepping.touched.n = touched;
}

/* --- Do two of them meet? --- */

static term overlap(struct symex *x, const struct race_access *a, const struct race_access *b) {
	struct terms *ts = x->ts;
	struct pointees p, q;
	term meets = term_false(ts);
	ptr_targets(x, a->pointer, &p);
	ptr_targets(x, b->pointer, &q);
	for (size_t i = 0; i < p.list.n; i++)
		for (size_t k = 0; k < q.list.n; k++) {
			const struct pointee *s = &p.list.at[i], *o = &q.list.at[k];
			if (!s->object || s->object != o->object ||
			    x->object.at[s->object].kind == OBJECT_INTERNAL)
				continue;
			term end_a = term_add(ts, s->offset, a->bytes);
			term end_b = term_add(ts, o->offset, b->bytes);
			term both =
			    term_and(ts, term_ult(ts, s->offset, end_b), term_ult(ts, o->offset, end_a));
			both = term_and(ts, both, term_and(ts, s->guard, o->guard));
			meets = term_or(ts, meets, both);
		}
	vec_free(&p.list);
	vec_free(&q.list);
	return term_and(ts, meets, term_and(ts, a->guard, b->guard));
}

static bool mentions_temp(const struct expr *e) {
	bool found = e->kind == EXPR_SYMBOL && e->symbol->is_temp;
	for (uint32_t i = 0; i < e->nargs && !found; i++)
		found = mentions_temp(e->arg[i]);
	return found;
}

static const char *lvalue_name(struct symex *x, const struct race_access *a) {
	uint32_t object;
	term offset;
	bool known = ptr_known(x, a->pointer, &object, &offset);
	const struct symbol *s = known ? x->object.at[object].symbol : NULL;
	if (s && s->is_hidden_state)
		return s->display;
	if (a->lvalue && (a->lvalue->kind != EXPR_DEREF || !known) && !mentions_temp(a->lvalue))
		return expr_print(x->prog->arena, a->lvalue);
	if (s)
		return s->display;
	return a->lvalue && !mentions_temp(a->lvalue) ? expr_print(x->prog->arena, a->lvalue) : NULL;
}

/* The same for a and b as for b and a. */
static const char *name_of(struct symex *x, const struct race_access *a,
                           const struct race_access *b) {
	const char *p = lvalue_name(x, a), *q = lvalue_name(x, b);
	if (!p || !q)
		return p ? p : q ? q : "memory";
	return strcmp(p, q) < 0 ? p : q;
}

/* One property for two instructions: a replay, which knows more of the pointers, finds it again.
 * False: it looks at a race that is not the one it is about. */
static bool race_property(struct symex *x, const struct state *st, const struct race_access *a,
                          const struct race_access *b, uint32_t *property) {
	const struct ins *low = a->ins < b->ins ? a->ins : b->ins;
	const struct ins *high = a->ins < b->ins ? b->ins : a->ins;
	const char *key = intern_printf("race %p %p", (const void *)low, (const void *)high);
	uint64_t known;
	if (!map_get(&x->made_property, map_key(key), &known)) {
		if (x->replay)
			return false;
		const char *text = intern_printf("data race on '%s'", name_of(x, a, b));
		known = prog_add_property(x->prog, st->frame->function, PROPERTY_RACE, state_user_loc(st),
		                          text);
		map_put(&x->made_property, map_key(key), known);
	}
	*property = (uint32_t)known;
	return !x->replay || replay_seeks(x, *property);
}

static term has_bit(struct symex *x, term gate, uint32_t bit) {
	return term_equal(x->ts, term_extract(x->ts, gate, bit, bit), term_u64(x->ts, 1, 1));
}

/* Is this the race that a witness is about? */
static term passes_gate(struct tree *t, struct state *st, const struct race_access *a,
                        const struct race_access *b) {
	struct symex *x = t->x;
	struct terms *ts = x->ts;
	size_t touched = t->stepping.touched.n;
	if (!x->prog->race_gate)
		return term_true(ts);
	term when = x->prog->race_when ? eval_condition(x, st, x->prog->race_when) : term_true(ts);
	t->stepping.touched.n = touched;
	if (x->prog->race_sides < 2)
		return term_and(ts, when, term_or(ts, has_bit(x, a->gate, 0), has_bit(x, b->gate, 0)));
	term one_way = term_and(ts, has_bit(x, a->gate, 0), has_bit(x, b->gate, 1));
	term other_way = term_and(ts, has_bit(x, a->gate, 1), has_bit(x, b->gate, 0));
	return term_and(ts, when, term_or(ts, one_way, other_way));
}

static void check_pair(struct tree *t, struct state *st, const struct race_access *a,
                       const struct race_access *b, term when) {
	struct symex *x = t->x;
	if (!(a->is_write || b->is_write) || (a->is_atomic && b->is_atomic))
		return;
	term meets = term_and(x->ts, when, term_and(x->ts, passes_gate(t, st, a, b), overlap(x, a, b)));
	if (term_is_false(x->ts, meets))
		return;
	struct state there;
	state_fork(x, st, &there);
	thread_switch(x, &there, a->tid);
	uint32_t property;
	if (!race_property(x, &there, a, b, &property))
		return;
	if (x->replay)
		replay_race(x, &there, a, b);
	step_check(x, &there, property, term_not(x->ts, meets));
}

void node_race(struct tree *t, struct state *st) {
	struct stepping *s = &t->stepping;
	size_t n = s->serial.n;
	uint32_t *serial = arena_array(t->x->pool.arena, uint32_t, n);
	for (size_t i = 0; i < n; i++)
		serial[i] = s->serial.at[i];
	struct access_list mine = {0}, theirs = {0};
	s->looks = true;
	uint32_t first = t->x->replay ? 0 : st->tid, end = t->x->replay ? st->nthreads : st->tid + 1;
	for (uint32_t tid = first; tid < end && !t->x->give_up; tid++) {
		mine.at.n = theirs.at.n = 0;
		add_accesses(t, st, tid, &mine);
		for (uint32_t other = 0; mine.at.n && other < st->nthreads; other++)
			if (other != tid)
				add_accesses(t, st, other, &theirs);
		for (size_t i = 0; i < mine.at.n; i++)
			for (size_t k = 0; k < theirs.at.n && !t->x->give_up; k++)
				check_pair(t, st, &mine.at.at[i], &theirs.at.at[k], term_true(t->x->ts));
	}
	s->looks = false;
	/* What other threads made while they were looked at they will make again. */
	s->serial.n = n;
	for (size_t i = 0; i < n; i++)
		s->serial.at[i] = serial[i];
	vec_free(&mine.at);
	vec_free(&theirs.at);
}

void node_race_with(struct tree *t, struct state *st, struct state *other, term when) {
	struct access_list mine = {0}, theirs = {0};
	struct stepping *s = &t->stepping;
	struct symex *x = t->x;
	s->looks = true;
	s->made_here = 0;
	add_accesses(t, st, st->tid, &mine);
	s->made_here = 0;
	if (mine.at.n)
		add_accesses(t, other, other->tid, &theirs);
	size_t facts = x->fact.n;
	for (size_t i = 0; i < mine.at.n; i++)
		for (size_t k = 0; k < theirs.at.n && !x->give_up; k++) {
			check_pair(t, st, &mine.at.at[i], &theirs.at.at[k], when);
			x->fact.n = facts; /* another pair may meet in the same state */
		}
	s->looks = false;
	vec_free(&mine.at);
	vec_free(&theirs.at);
}
