#include "goto/analysis/lock_pairs.h"

#include "goto/analysis/lock_wrappers.h"
#include "util/base/map.h"

enum { MOST_STATES = 50000, MOST_CALLS = 12, MOST_FIELDS = 16 };

/* --- Is it the same lock? --- */

enum lock_match { LOCK_OTHER, LOCK_MAYBE, LOCK_SAME };

/* What the pointer is made of, from its end to the last object or dereference. */
struct lock_path {
	const struct expr *base; /* a SYMBOL, a DEREF, or what the pointer is read from */
	const struct field *field[MOST_FIELDS];
	uint32_t n;
	bool has_index; /* a variable one is in it */
};

static struct lock_path path_of(const struct expr *pointer) {
	struct lock_path p = {0};
	while (pointer->kind == EXPR_CAST)
		pointer = pointer->arg[0];
	const struct expr *e = pointer->kind == EXPR_ADDR ? pointer->arg[0] : pointer;
	bool is_pointer = pointer->kind != EXPR_ADDR;
	for (; !is_pointer && (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX); e = e->arg[0]) {
		if (e->kind == EXPR_INDEX)
			p.has_index |= e->arg[1]->kind != EXPR_CONST;
		else if (p.n < MOST_FIELDS)
			p.field[p.n++] = e->field;
	}
	p.base = e;
	return p;
}

/* e is the value of a pointer, or an lvalue that is reached by one. */
static bool is_static(const struct lock_path *p, const struct expr *pointer) {
	while (pointer->kind == EXPR_CAST)
		pointer = pointer->arg[0];
	return pointer->kind == EXPR_ADDR && p->base->kind == EXPR_SYMBOL;
}

static enum lock_match match(const struct expr *a, const struct expr *b, bool in_one_function) {
	struct lock_path p = path_of(a), q = path_of(b);
	bool p_static = is_static(&p, a), q_static = is_static(&q, b);
	if (expr_equal(a, b) && (in_one_function || (p_static && !p.has_index)))
		return LOCK_SAME;
	if (p_static && q_static && p.base->symbol != q.base->symbol)
		return LOCK_OTHER;
	for (uint32_t i = 0; i < p.n && i < q.n; i++)
		if (p.field[i] != q.field[i])
			return LOCK_OTHER;
	if ((p.n < q.n && p_static) || (q.n < p.n && q_static))
		return LOCK_OTHER; /* a whole variable is no member of another object */
	if (p_static && q_static && !p.has_index && !q.has_index && !expr_equal(a, b))
		return LOCK_OTHER; /* other constant indices */
	return LOCK_MAYBE;
}

/* --- Paths. --- */

struct lock_state { /* a path is here */
	uint32_t function, pc;
	uint32_t frame;            /* in walk.frame; NO_FRAME: whoever calls the function */
	const struct symbol *zero; /* the variable that has the result of the lock call; or NULL */
	uint32_t again;            /* the same lock was taken so often again */
};

#define NO_FRAME UINT32_MAX

struct lock_frame {
	uint32_t function, pc; /* of the call */
	uint32_t below, depth;
};

struct lock_walk {
	const struct goto_prog *prog;
	struct lock_pairs *pairs;
	uint32_t from;                   /* the site that it begins at */
	struct map function_of, site_of; /* symbol -> index + 1; function and pc -> index + 1 */
	struct map seen;
	VEC(struct lock_state) todo;
	VEC(struct lock_frame) frame;
	VEC(uint32_t) met; /* unlock calls of this lock */
	size_t states;
	bool is_cut;
	bool is_strict; /* only calls that certainly are about this lock count */
	bool escapes;   /* a path leaves the function with the lock held */
};

static uint64_t place_key(uint32_t function, uint32_t pc) {
	return ((uint64_t)function << 32 | pc) + 1;
}

static uint32_t root(struct lock_pairs *p, uint32_t i) {
	while (p->site.at[i].group != i)
		i = p->site.at[i].group;
	return i;
}

static void join_groups(struct lock_pairs *p, uint32_t a, uint32_t b) {
	uint32_t x = root(p, a), y = root(p, b);
	p->site.at[x < y ? y : x].group = x < y ? x : y;
}

static void go(struct lock_walk *w, struct lock_state s) {
	uint64_t key = map_hash(place_key(s.function, s.pc)) ^ map_hash(s.frame + 0x9e3779b9u) * 3 ^
	               map_hash(map_key(s.zero) + 7) ^ s.again * 0x100000001b3ULL;
	if (map_get(&w->seen, key, NULL))
		return;
	if (w->states++ >= MOST_STATES) {
		w->is_cut = true;
		return;
	}
	map_put(&w->seen, key, 1);
	vec_push(&w->todo, s);
}

/* The frame of this call in that one: one for each pair, so that loops come to an end. */
static uint32_t enter(struct lock_walk *w, struct lock_state s) {
	uint32_t depth = s.frame == NO_FRAME ? 0 : w->frame.at[s.frame].depth + 1;
	for (uint32_t i = 0; i < w->frame.n; i++) {
		const struct lock_frame *f = &w->frame.at[i];
		if (f->function == s.function && f->pc == s.pc && f->below == s.frame)
			return i;
	}
	if (depth >= MOST_CALLS) {
		w->is_cut = true;
		return NO_FRAME;
	}
	vec_push(&w->frame, ((struct lock_frame){s.function, s.pc, s.frame, depth}));
	return (uint32_t)w->frame.n - 1;
}

static void leave(struct lock_walk *w, struct lock_state s) {
	if (s.frame != NO_FRAME) {
		struct lock_frame f = w->frame.at[s.frame];
		go(w, (struct lock_state){f.function, f.pc + 1, f.below, NULL, s.again});
		return;
	}
	w->escapes = true;
	const struct symbol *left = w->prog->function.at[s.function]->symbol;
	for (uint32_t i = 0; i < w->prog->function.n; i++) {
		const struct function *f = w->prog->function.at[i];
		for (uint32_t pc = 0; !f->is_model && pc < f->ins.n; pc++) {
			const struct ins *in = &f->ins.at[pc];
			if (in->kind == INS_CALL && in->rhs->kind == EXPR_SYMBOL && in->rhs->symbol == left)
				go(w, (struct lock_state){i, pc + 1, NO_FRAME, NULL, s.again});
		}
	}
}

/* 0 or 1 if the variable is 0; -1: it depends on something else. */
static int truth(const struct expr *e, const struct symbol *zero) {
	int a, b;
	switch (e->kind) {
	case EXPR_CONST: return expr_is_true(e);
	case EXPR_SYMBOL: return zero && e->symbol == zero ? 0 : -1;
	case EXPR_CAST: return truth(e->arg[0], zero);
	case EXPR_LNOT: a = truth(e->arg[0], zero); return a < 0 ? -1 : !a;
	case EXPR_EQ:
	case EXPR_NE:
		a = truth(e->arg[0], zero);
		b = truth(e->arg[1], zero);
		/* other than 0 says nothing about which number it is */
		if (a < 0 || b < 0 || (a && b))
			return -1;
		return (a == b) == (e->kind == EXPR_EQ);
	default: return -1;
	}
}

/* A copy of the result has its value, and a variable that is written does not. */
static const struct symbol *zero_after(const struct ins *in, const struct symbol *zero) {
	if (!zero || in->kind != INS_ASSIGN || in->lhs->kind != EXPR_SYMBOL)
		return zero;
	if (truth(in->rhs, zero) == 0 && in->rhs->kind != EXPR_CONST)
		return in->lhs->symbol;
	return in->lhs->symbol == zero ? NULL : zero;
}

/* false: the path ends at this call. */
static bool meet(struct lock_walk *w, struct lock_state *s, uint32_t met) {
	struct lock_pairs *p = w->pairs;
	const struct lock_site *from = &p->site.at[w->from], *to = &p->site.at[met];
	if (from->call->family != to->call->family)
		return true;
	bool in_one = s->frame == NO_FRAME && from->function == to->function;
	enum lock_match same = match(from->object, to->object, in_one);
	if (to->call->role == SYNC_ROLE_LOCK) {
		s->again += same == LOCK_SAME && met != w->from && s->again < 4;
		return met != w->from;
	}
	if (same == LOCK_OTHER || (same == LOCK_MAYBE && w->is_strict))
		return true;
	if (same == LOCK_SAME && s->again) {
		s->again--;
		return true;
	}
	vec_push(&w->met, met);
	return same != LOCK_SAME;
}

static bool never_returns(const struct ins *in) {
	if (in->kind != INS_CALL || in->rhs->kind != EXPR_SYMBOL)
		return false;
	const struct symbol *s = in->rhs->symbol;
	return s->is_noreturn || (s->function && s->function->is_noreturn);
}

static void step(struct lock_walk *w, struct lock_state s) {
	const struct function *f = w->prog->function.at[s.function];
	const struct ins *in = &f->ins.at[s.pc];
	uint64_t ix;
	if (in->kind == INS_END || in->kind == INS_RETURN) {
		leave(w, s);
		return;
	}
	if (in->kind == INS_GOTO) {
		int taken = in->rhs ? truth(in->rhs, s.zero) : 1;
		struct lock_state jump = s;
		jump.pc = in->target;
		s.pc++;
		if (taken)
			go(w, jump);
		if (taken <= 0)
			go(w, s);
		return;
	}
	bool is_site = map_get(&w->site_of, place_key(s.function, s.pc), &ix);
	if (is_site && !meet(w, &s, (uint32_t)ix - 1))
		return;
	if (in->kind == INS_CALL && !is_site && in->rhs->kind == EXPR_SYMBOL &&
	    map_get(&w->function_of, map_key(in->rhs->symbol), &ix)) {
		uint32_t frame = enter(w, s);
		if (frame != NO_FRAME)
			go(w, (struct lock_state){(uint32_t)ix - 1, 0, frame, NULL, s.again});
		return;
	}
	if (never_returns(in))
		return;
	s.zero = zero_after(in, s.zero);
	s.pc++;
	go(w, s);
}

static void walk(struct lock_walk *w, uint32_t from, bool is_strict) {
	const struct lock_site *site = &w->pairs->site.at[from];
	const struct ins *in = &w->prog->function.at[site->function]->ins.at[site->pc];
	const struct symbol *zero = in->lhs && in->lhs->kind == EXPR_SYMBOL ? in->lhs->symbol : NULL;
	w->from = from;
	w->states = 0;
	w->is_cut = w->escapes = false;
	w->is_strict = is_strict;
	w->frame.n = w->met.n = 0;
	map_clear(&w->seen);
	go(w, (struct lock_state){site->function, site->pc + 1, NO_FRAME, zero, 0});
	while (w->todo.n) {
		struct lock_state s = w->todo.at[--w->todo.n];
		step(w, s);
	}
	w->pairs->site.at[from].is_cut = w->is_cut;
}

/* If calls that certainly are about this lock release it on all paths, others are not asked. */
static void find_unlocks(struct lock_walk *w, uint32_t from) {
	walk(w, from, true);
	if (w->escapes || w->is_cut || !w->met.n)
		walk(w, from, false);
	for (size_t i = 0; i < w->met.n; i++)
		join_groups(w->pairs, from, w->met.at[i]);
}

static void find_sites(struct lock_walk *w) {
	for (uint32_t i = 0; i < w->prog->function.n; i++) {
		const struct function *f = w->prog->function.at[i];
		if (f->is_model)
			continue;
		map_put(&w->function_of, map_key(f->symbol), i + 1);
		bool is_wrapper = lock_wrapper_of(w->prog, f);
		for (uint32_t pc = 0; !is_wrapper && pc < f->ins.n; pc++) {
			const struct expr *object;
			const struct sync_call *call = lock_call_of(w->prog, &f->ins.at[pc], &object);
			if (!call)
				continue;
			struct lock_site s = {.function = i,
			                      .pc = pc,
			                      .call = call,
			                      .object = object,
			                      .group = (uint32_t)w->pairs->site.n};
			vec_push(&w->pairs->site, s);
			map_put(&w->site_of, place_key(i, pc), w->pairs->site.n);
		}
	}
}

void lock_pairs_find(struct lock_pairs *pairs, const struct goto_prog *prog) {
	struct lock_walk w = {.prog = prog, .pairs = pairs};
	find_sites(&w);
	for (uint32_t i = 0; i < pairs->site.n; i++)
		if (pairs->site.at[i].call->role == SYNC_ROLE_LOCK)
			find_unlocks(&w, i);
	for (uint32_t i = 0; i < pairs->site.n; i++)
		pairs->site.at[i].group = root(pairs, i);
	map_free(&w.function_of);
	map_free(&w.site_of);
	map_free(&w.seen);
	vec_free(&w.todo);
	vec_free(&w.frame);
	vec_free(&w.met);
}

void lock_pairs_free(struct lock_pairs *pairs) {
	vec_free(&pairs->site);
}
