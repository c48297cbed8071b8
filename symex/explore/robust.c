#include "symex/explore/robust.h"

#include <string.h>

#include "symex/config.h"
#include "symex/core/naming.h"
#include "symex/core/next_ins.h"
#include "symex/explore/vector_clock.h"
#include "symex/memory/content.h"
#include "symex/step/value/eval.h"

/* --- What is noted.  What is changed is copied first. --- */

static bool is_on(const struct symex *x) {
	return x->config->schedules.robust;
}

static struct robust *own(struct symex *x, struct state *st) {
	struct clocks *c = clocks_own(x, st);
	struct robust *r = arena_new(x->pool.arena, struct robust);
	*r = c->robust ? *c->robust : (struct robust){0};
	if (r->nthreads < st->nthreads) {
		struct robust_thread *t = arena_array(x->pool.arena, struct robust_thread, st->nthreads);
		for (uint32_t i = 0; i < st->nthreads; i++)
			t[i] = i < r->nthreads ? r->thread[i] : (struct robust_thread){0};
		r->thread = t;
		r->nthreads = st->nthreads;
	}
	c->robust = r;
	return r;
}

static struct robust_thread *own_thread(struct symex *x, struct robust *r, uint32_t tid) {
	struct robust_thread *t = arena_array(x->pool.arena, struct robust_thread, r->nthreads);
	memcpy(t, r->thread, r->nthreads * sizeof *t);
	r->thread = t;
	return &t[tid];
}

static struct robust_word *own_words(struct symex *x, struct robust *r) {
	struct robust_word *w = arena_array(x->pool.arena, struct robust_word, r->nwords + 1);
	if (r->nwords)
		memcpy(w, r->word, r->nwords * sizeof *w);
	r->word = w;
	return w;
}

static bool overlaps(const struct robust_word *w, uint64_t offset, uint64_t bytes) {
	return offset < w->offset + w->bytes && w->offset < offset + bytes;
}

/* The word of these bytes, which is added if it is new; NULL: one of other bytes overlaps it. */
static struct robust_word *own_word(struct symex *x, struct robust *r, const struct access *a,
                                    uint64_t offset) {
	uint32_t at = r->nwords;
	for (uint32_t i = 0; i < r->nwords; i++) {
		const struct robust_word *w = &r->word[i];
		if (w->object != a->object || !overlaps(w, offset, a->bytes))
			continue;
		if (w->offset != offset || w->bytes != a->bytes)
			return NULL;
		at = i;
	}
	struct robust_word *w = own_words(x, r);
	if (at < r->nwords)
		return &w[at];
	static const struct robust_write first = {.value = {0}};
	w[r->nwords] = (struct robust_word){
	    .object = a->object, .offset = offset, .bytes = a->bytes, .write = &first};
	return &w[r->nwords++];
}

static const struct vector_clock *set(struct symex *x, const struct vector_clock *v, uint32_t at,
                                      uint32_t to) {
	if (clock_of(v, at) >= to)
		return v;
	uint32_t n = v && v->n > at ? v->n : at + 1;
	struct vector_clock *w =
	    (struct vector_clock *)arena_alloc(x->pool.arena, sizeof *w + n * sizeof *w->at);
	w->n = n;
	for (uint32_t i = 0; i < n; i++)
		w->at[i] = clock_of(v, i);
	w->at[at] = to;
	return w;
}

static void add(struct symex *x, const struct vector_clock **to, const struct vector_clock *what) {
	*to = clock_join(x, *to, what);
}

/* --- What a thread has seen. --- */

/* The number of the last write that the thread cannot overlook. */
static uint32_t seen_by(const struct state *st, const struct robust_word *w, uint32_t tid) {
	const struct vector_clock *now = st->clocks->thread[tid].now;
	uint32_t seen = w->base;
	for (uint32_t i = 0; i < w->nnotes; i++)
		if (w->note[i].index > seen &&
		    (w->note[i].tid == tid || clock_of(now, w->note[i].tid) >= w->note[i].count))
			seen = w->note[i].index;
	return seen;
}

uint32_t robust_base(const struct state *st, const struct robust_word *w) {
	uint32_t base = w->last;
	for (uint32_t tid = 0; tid < st->clocks->nthreads; tid++)
		if (!clock_is_ended(st, tid)) {
			uint32_t seen = seen_by(st, w, tid);
			base = seen < base ? seen : base;
		}
	return base;
}

static void note(struct symex *x, const struct state *st, struct robust_word *w) {
	uint32_t count = clock_of(st->clocks->thread[st->tid].now, st->tid);
	struct robust_note *to = arena_array(x->pool.arena, struct robust_note, w->nnotes + 1);
	uint32_t n = 0;
	for (uint32_t i = 0; i < w->nnotes; i++) {
		const struct robust_note *old = &w->note[i];
		if (old->index > w->base && (old->tid != st->tid || old->count != count))
			to[n++] = *old;
	}
	if (w->last > w->base)
		to[n++] = (struct robust_note){st->tid, count, w->last};
	w->note = to;
	w->nnotes = n;
}

/* What is there before the next write is the value of the last one. */
static term value_of(struct symex *x, const struct state *st, const struct robust_word *w) {
	const struct content *c = memory_get(x, st, w->object);
	struct scalar a = {w->bytes, c && c->elem_is_pointer};
	if (!c || c->elem || w->bytes > 8 || !content_reaches(x, w->object, w->offset, w->bytes))
		return NO_TERM;
	return content_read(x, c, w->offset, a);
}

/* A write comes: it is the last one. */
static void append(struct symex *x, const struct state *st, struct robust_word *w, bool modifies) {
	uint32_t base = robust_base(st, w), n = w->last - base + 1;
	struct robust_write *to = arena_array(x->pool.arena, struct robust_write, n + 1);
	memcpy(to, w->write + (base - w->base), n * sizeof *to);
	to[n - 1].value = value_of(x, st, w);
	to[n] = (struct robust_write){NO_TERM, modifies};
	w->write = to;
	w->base = base;
	w->last++;
}

/* --- Waiting. --- */

/* Is the value made of registers and constants? */
static bool is_local(const struct expr *e) {
	if (e->kind == EXPR_CONST)
		return true;
	if (e->kind == EXPR_SYMBOL)
		return e->symbol->storage == STORAGE_AUTO && !local_is_object(e->symbol);
	switch (e->kind) {
	case EXPR_DEREF:
	case EXPR_INDEX:
	case EXPR_MEMBER:
	case EXPR_ADDR:
	case EXPR_BUILTIN: return false;
	default: break;
	}
	for (uint32_t i = 0; i < e->nargs; i++)
		if (!is_local(e->arg[i]))
			return false;
	return e->nargs > 0;
}

/* Does the thread, if its load finds the value, come back to this load, and has done nothing? */
static bool goes_on_waiting(struct symex *x, const struct state *st, term value) {
	enum { MOST = 16 };
	const struct ins *load = guarded_ins(st);
	const struct function *f = st->frame->function;
	if (load->kind != INS_ASSIGN || load->lhs->kind != EXPR_SYMBOL || !is_local(load->lhs) ||
	    expr_same_bits(load->rhs)->order == MEM_PLAIN || load->lhs->type->kind != TYPE_INT ||
	    load->lhs->type->size != load->rhs->type->size || !value.ix)
		return false;
	struct state try;
	state_fork(x, st, &try);
	struct lvalue to = eval_lvalue(x, &try, load->lhs);
	if (!to.is_register)
		return false;
	lvalue_write(x, &try, &to, value);
	uint32_t pc = (uint32_t)(load - f->ins.at) + 1;
	for (unsigned n = 0; n < MOST; n++) {
		const struct ins *i = &f->ins.at[pc];
		if (i == load)
			return true;
		if (i->kind == INS_GOTO) {
			if (i->rhs && !is_local(i->rhs))
				return false;
			term c = i->rhs ? eval_condition(x, &try, i->rhs) : term_true(x->ts);
			if (!term_is_true(x->ts, c) && !term_is_false(x->ts, c))
				return false;
			pc = term_is_true(x->ts, c) ? i->target : pc + 1;
		} else if (i->kind == INS_SKIP || i->kind == INS_DECL || i->kind == INS_DEAD ||
		           (i->kind == INS_ASSERT && i->hidden))
			pc++;
		else
			return false;
	}
	return false;
}

/* --- Accesses. --- */

/* Will the load be followed, without a test, by the store of the same operation? */
static bool will_store(const struct state *st, const struct ins *load) {
	if (access_is_addition(load))
		return true;
	if (st->clocks->section != SECTION_OPERATION)
		return false;
	for (const struct ins *i = load + 1; i->kind != INS_ATOMIC_END; i++) {
		if (i->kind == INS_ASSIGN && i->lhs->order != MEM_PLAIN)
			return true;
		if (i->kind == INS_GOTO || i->kind == INS_CALL || i->kind == INS_RETURN)
			return false;
	}
	return false;
}

/* A part of one operation, relaxed, of which nobody uses the result; not of x = x + 1 as a load and
 * a store of their own. */
static bool is_addition(const struct state *st, const struct access *a, enum mem_order order) {
	const struct ins *i = guarded_ins(st);
	bool is_half = a->kind == ACCESS_WRITE ? i->stores_sum && st->clocks->has_read
	                                       : i->loads_sum && will_store(st, i);
	return i->kind == INS_ASSIGN && order == MEM_RELAXED && (access_is_addition(i) || is_half);
}

/* Can the thread overlook a write that it knows of, from behind 'seen'? */
static bool overlooks(struct symex *x, const struct state *st, const struct robust_word *w,
                      const struct access *a, uint32_t seen, uint32_t known) {
	bool stores = a->kind == ACCESS_WRITE, modifies = !stores && will_store(st, guarded_ins(st));
	for (uint32_t i = seen; i < known; i++) {
		const struct robust_write *source = &w->write[i - w->base];
		bool is_excluded =
		    modifies ? source[1].modifies : !stores && goes_on_waiting(x, st, source->value);
		if (!is_excluded)
			return true;
	}
	return false;
}

static void refuse(struct symex *x, struct state *st, const char *text) {
	symex_unsupported(x, st, term_true(x->ts), text);
}

/* Is the access one that can overlook what no interleaving can?  Then the path ends. */
static bool check(struct symex *x, struct state *st, const struct robust *r,
                  const struct robust_word *w, const struct access *a, bool is_seq_cst) {
	const struct robust_thread *t = &r->thread[st->tid];
	uint32_t at = (uint32_t)(w - r->word), known = clock_of(t->at[KNOWN], at);
	uint32_t seen = seen_by(st, w, st->tid), fenced = clock_of(t->at[FENCED], at);
	uint32_t agreed = is_seq_cst ? clock_of(t->at[AGREED], at) : 0;
	seen = fenced > seen ? fenced : seen;
	seen = agreed > seen ? agreed : seen;
	if (seen >= known || !overlooks(x, st, w, a, seen, known))
		return true;
	refuse(x, st,
	       "executions that are no interleavings, as one where this access overlooks a write");
	return false;
}

static void load(struct symex *x, struct state *st, struct robust *r, struct robust_word *w,
                 bool is_addition, bool is_seq_cst) {
	struct robust_thread *t = own_thread(x, r, st->tid);
	uint32_t at = (uint32_t)(w - r->word);
	add(x, &t->at[KNOWN], w->at[WRITES]);
	add(x, &t->at[PENDING], w->at[BEHIND_WRITES]);
	if (is_addition) {
		add(x, &t->at[KNOWN], w->at[READS]);
	} else {
		add(x, &t->at[KNOWN], w->at[ADDITIONS]);
		t->at[KNOWN] = set(x, t->at[KNOWN], at, w->last);
		add(x, &w->at[READS], t->at[KNOWN]);
	}
	if (is_seq_cst) {
		if (w->by_seq_cst)
			add(x, &t->at[AGREED], w->at[STORES]);
		add(x, &w->at[LOADS], t->at[AGREED]);
	}
	add(x, &w->at[BEHIND_READS], t->at[FENCED]);
	note(x, st, w);
}

static void store(struct symex *x, struct state *st, struct robust *r, struct robust_word *w,
                  bool modifies, bool is_addition, bool is_seq_cst) {
	struct robust_thread *t = own_thread(x, r, st->tid);
	uint32_t at = (uint32_t)(w - r->word);
	append(x, st, w, modifies);
	add(x, &t->at[KNOWN], w->at[WRITES]);
	add(x, &t->at[KNOWN], w->at[READS]);
	if (!is_addition)
		add(x, &t->at[KNOWN], w->at[ADDITIONS]);
	t->at[KNOWN] = set(x, t->at[KNOWN], at, w->last);
	add(x, is_addition ? &w->at[ADDITIONS] : &w->at[WRITES], t->at[KNOWN]);
	add(x, &t->at[PENDING], w->at[BEHIND_WRITES]);
	add(x, &t->at[PENDING], w->at[BEHIND_READS]);
	add(x, &w->at[BEHIND_WRITES], w->at[BEHIND_READS]);
	add(x, &w->at[BEHIND_WRITES], t->at[FENCED]);
	w->by_seq_cst = is_seq_cst;
	if (is_seq_cst) {
		add(x, &t->at[AGREED], w->at[STORES]);
		add(x, &t->at[AGREED], w->at[LOADS]);
		t->at[AGREED] = set(x, t->at[AGREED], at, w->last);
		w->at[STORES] = t->at[AGREED];
	}
	note(x, st, w);
}

/* A write that is not atomic comes after all that has been accessed there, or it is a race. */
static void plain_write(struct symex *x, struct state *st, const struct access *a) {
	uint64_t offset = 0;
	bool is_known = a->offset.ix && term_get_u64(x->ts, a->offset, &offset);
	struct robust *r = NULL;
	for (uint32_t i = 0; i < st->clocks->robust->nwords; i++) {
		const struct robust_word *w = &st->clocks->robust->word[i];
		if (w->object != a->object || (is_known && !overlaps(w, offset, a->bytes)))
			continue;
		if (!r) {
			r = own(x, st);
			own_words(x, r);
		}
		store(x, st, r, (struct robust_word *)&r->word[i], false, false, false);
	}
}

/* Of the library: the whole object is read, or read and written. */
static void library_access(struct symex *x, struct state *st, const struct access *a) {
	struct robust *r = own(x, st);
	struct robust_thread *t = own_thread(x, r, st->tid);
	uint32_t at = 0;
	while (at < r->nobjects && r->object[at].object != a->object)
		at++;
	struct robust_object *o = arena_array(x->pool.arena, struct robust_object, r->nobjects + 1);
	if (r->nobjects)
		memcpy(o, r->object, r->nobjects * sizeof *o);
	if (at == r->nobjects)
		o[r->nobjects++] = (struct robust_object){.object = a->object};
	r->object = o;
	add(x, &t->at[KNOWN], o[at].written);
	if (a->kind == ACCESS_WRITE) {
		add(x, &t->at[KNOWN], o[at].read);
		add(x, &o[at].written, t->at[KNOWN]);
	} else
		add(x, &o[at].read, t->at[KNOWN]);
}

static bool may_be_shared(const struct symex *x, const struct access *a) {
	const struct object *o = &x->object.at[a->object];
	return (!o->symbol || o->symbol->is_shared) && o->kind != OBJECT_FUNCTION &&
	       o->kind != OBJECT_INTERNAL;
}

static bool is_noted(const struct symex *x, const struct state *st) {
	return is_on(x) && st->frame && !x->observation.depth && !(x->naming && x->naming->peeks) &&
	       (st->nlive > 1 || (st->clocks && st->clocks->robust));
}

void robust_access(struct symex *x, struct state *st, const struct access *a) {
	if (!is_noted(x, st) || !a->object || a->kind == ACCESS_EXISTENCE || !may_be_shared(x, a))
		return;
	if (!st->clocks || st->clocks->nthreads < st->nthreads || !st->clocks->robust)
		own(x, st);
	if (!clock_counts(x, st, a)) {
		library_access(x, st, a);
		return;
	}
	enum mem_order order = clock_order(st, a);
	if (order == MEM_PLAIN || a->ends) {
		if (a->kind == ACCESS_WRITE)
			plain_write(x, st, a);
		return;
	}
	uint64_t offset;
	if (!a->offset.ix || !term_get_u64(x->ts, a->offset, &offset))
		return; /* clock_access refuses */
	struct robust *r = own(x, st);
	struct robust_word *w = own_word(x, r, a, offset);
	if (!w) {
		refuse(x, st, "atomic accesses of different sizes to the same bytes");
		return;
	}
	bool may_fail = a->failure_order != MEM_PLAIN && a->failure_order != MEM_SEQ_CST;
	bool is_seq_cst = order == MEM_SEQ_CST && !(a->kind != ACCESS_WRITE && may_fail);
	if (!check(x, st, r, w, a, is_seq_cst))
		return;
	bool adds = is_addition(st, a, order);
	if (a->kind == ACCESS_WRITE)
		store(x, st, r, w, adds || st->clocks->has_read, adds, is_seq_cst);
	else
		load(x, st, r, w, adds, is_seq_cst);
}

/* --- What else orders. --- */

void robust_fence(struct symex *x, struct state *st, enum mem_order order) {
	if (order != MEM_SEQ_CST || !is_noted(x, st))
		return;
	struct robust *r = own(x, st);
	struct robust_thread *t = own_thread(x, r, st->tid);
	add(x, &t->at[FENCED], t->at[PENDING]);
	for (uint32_t i = 0; i < r->nwords; i++)
		t->at[FENCED] = set(x, t->at[FENCED], i, seen_by(st, &r->word[i], st->tid));
}

void robust_instruction(struct symex *x, struct state *st) {
	if (!is_noted(x, st))
		return;
	const struct ins *i = next_ins(st);
	bool begins = i->kind == INS_ATOMIC_BEGIN && !st->atomic && !i->operation &&
	              !st->frame->function->is_model;
	bool ends = i->kind == INS_ATOMIC_END && st->atomic == 1 && st->clocks &&
	            st->clocks->section == SECTION_USER;
	if (!begins && !ends)
		return;
	struct robust *r = own(x, st);
	struct robust_thread *t = own_thread(x, r, st->tid);
	if (begins)
		add(x, &t->at[KNOWN], r->sections);
	else
		add(x, &r->sections, t->at[KNOWN]);
}

void robust_spawned(struct symex *x, struct state *creator, uint32_t tid) {
	if (!is_on(x) || !creator->clocks || !creator->clocks->robust)
		return;
	struct robust *r = own(x, creator);
	struct robust_thread *t = own_thread(x, r, tid);
	*t = r->thread[creator->tid];
}
