#include "goto/passes/elements.h"

#include <stdlib.h>
#include <string.h>

#include "goto/analysis/analysis.h"
#include "goto/analysis/lock_pairs.h"
#include "goto/analysis/lock_wrappers.h"
#include "goto/analysis/sync_calls.h"
#include "goto/passes/order_sites.h"
#include "goto/passes/passes.h"
#include "util/base/intern.h"

struct element_search {
	struct goto_prog *prog;
	struct elements *to;
	bool races;
	uint32_t function; /* that is looked at */
	bool *is_target;   /* by instruction of it: a jump leads here */
};

static bool is_users(const struct goto_prog *prog, const struct function *f) {
	return !f->is_model && f->symbol != prog->init;
}

static const struct function *function_of(const struct element_search *s) {
	return s->prog->function.at[s->function];
}

static struct element_place place(const struct goto_prog *prog, uint32_t function, uint32_t pc) {
	return (struct element_place){function, pc, prog->function.at[function]->ins.at[pc].loc, false};
}

/* As the user writes it; NULL: it has no name, or one that lowering has made up. */
static const char *name_of(const struct goto_prog *prog, const struct expr *lvalue) {
	const char *text = expr_print(prog->arena, lvalue);
	return text && !strpbrk(text, "$@") ? intern(text) : NULL;
}

/* What the argument points to. */
static const char *pointee(const struct goto_prog *prog, const struct expr *pointer) {
	while (pointer->kind == EXPR_CAST)
		pointer = pointer->arg[0];
	if (pointer->kind == EXPR_ADDR)
		return name_of(prog, pointer->arg[0]);
	const char *name = name_of(prog, pointer);
	return name ? intern_printf("*%s", name) : NULL;
}

static struct element *add(struct element_search *s, enum element_kind kind, uint32_t pc) {
	struct element e = {.kind = kind, .in = function_of(s)->symbol->display, .to = pc};
	vec_push(&e.at, place(s->prog, s->function, pc));
	vec_push(&s->to->at, e);
	return &s->to->at.at[s->to->at.n - 1];
}

/* --- Shared memory. --- */

static bool is_shared(const struct goto_prog *prog, const struct expr *lvalue) {
	uint64_t private = false;
	while (lvalue->kind == EXPR_MEMBER || lvalue->kind == EXPR_INDEX)
		lvalue = lvalue->arg[0];
	if (lvalue->kind == EXPR_DEREF) {
		map_get(&prog->private_deref, map_key(lvalue), &private);
		return !private;
	}
	return lvalue->kind == EXPR_SYMBOL && lvalue->symbol->is_shared;
}

/* Does it access shared memory atomically? */
static bool has_shared_atomic(const struct goto_prog *prog, const struct expr *e) {
	if (!e)
		return false;
	if (expr_is_lvalue(e) && e->order != MEM_PLAIN && is_shared(prog, e))
		return true;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (has_shared_atomic(prog, e->arg[i]))
			return true;
	return false;
}

static bool accesses_shared(const struct goto_prog *prog, const struct order_site *site) {
	const struct function *f = prog->function.at[site->function];
	for (uint32_t pc = site->from; pc <= site->to; pc++) {
		const struct ins *in = &f->ins.at[pc];
		if (has_shared_atomic(prog, in->lhs) || has_shared_atomic(prog, in->rhs))
			return true;
		for (uint32_t k = 0; k < in->nargs; k++)
			if (has_shared_atomic(prog, in->arg[k]))
				return true;
	}
	return false;
}

static bool shares_memory(const struct goto_prog *prog) {
	for (size_t i = 0; i < prog->symbol.n; i++) {
		const struct symbol *s = prog->symbol.at[i];
		if (s->is_shared && !s->is_model && s->storage != STORAGE_FUNCTION && !s->is_constant)
			return true;
	}
	return false;
}

/* --- Calls. --- */

/* Does the instruction, or the function that it calls, do something that concerns other threads
 * besides waiting for them? */
static bool synchronises(const struct ins *in) {
	const struct sync_call *call = sync_call_of(in);
	const struct function *f =
	    in->kind == INS_CALL && in->rhs->kind == EXPR_SYMBOL ? in->rhs->symbol->function : NULL;
	bool found = call && call->role != SYNC_ROLE_WAIT;
	for (uint32_t pc = 0; !found && f && !f->is_model && pc < f->ins.n; pc++)
		found = sync_call_of(&f->ins.at[pc]) != NULL;
	return found;
}

/* The loop that the wait is the body of: no other synchronisation happens in it.  *head, *back: its
 * first instruction, and the last, which jumps back. */
static bool find_loop(const struct function *f, uint32_t wait, uint32_t *head, uint32_t *back) {
	for (uint32_t pc = wait + 1; pc < f->ins.n; pc++)
		if (f->ins.at[pc].kind == INS_GOTO && f->ins.at[pc].target <= wait) {
			*head = f->ins.at[pc].target;
			*back = pc;
			while (++pc < f->ins.n) /* it may jump back from several places */
				if (f->ins.at[pc].kind == INS_GOTO && f->ins.at[pc].target == *head)
					*back = pc;
			for (pc = *head; pc <= *back; pc++) {
				if (synchronises(&f->ins.at[pc]) || f->ins.at[pc].kind == INS_RETURN)
					return false;
			}
			return true;
		}
	return false;
}

static void add_call(struct element_search *s, uint32_t pc, const struct sync_call *call) {
	static const enum element_kind kind[] = {
	    [SYNC_ROLE_WAIT] = ELEMENT_LOOP,         [SYNC_ROLE_SIGNAL] = ELEMENT_WAKE,
	    [SYNC_ROLE_BROADCAST] = ELEMENT_WAKE,    [SYNC_ROLE_JOIN] = ELEMENT_JOIN,
	    [SYNC_ROLE_BARRIER] = ELEMENT_BARRIER,   [SYNC_ROLE_ONCE] = ELEMENT_ONCE,
	    [SYNC_ROLE_SEM_WAIT] = ELEMENT_SEM_WAIT, [SYNC_ROLE_SEM_POST] = ELEMENT_SEM_POST,
	};
	const struct function *f = function_of(s);
	const struct expr *object = f->ins.at[pc].arg[call->at];
	const char *name =
	    call->role == SYNC_ROLE_JOIN ? name_of(s->prog, object) : pointee(s->prog, object);
	uint32_t head = 0, back = 0;
	if (*call->weaker && prog_find(s->prog, call->weaker)) {
		bool is_mode = call->role == SYNC_ROLE_LOCK;
		struct element *e = add(s, is_mode ? ELEMENT_MODE : ELEMENT_BROADCAST, pc);
		e->object = name;
		e->call = call->name;
		e->weaker = call->weaker;
	}
	if (call->role == SYNC_ROLE_LOCK || call->role == SYNC_ROLE_UNLOCK ||
	    call->role == SYNC_ROLE_CREATE)
		return;
	if (call->role == SYNC_ROLE_WAIT && !find_loop(f, pc, &head, &back))
		return;
	struct element *e = add(s, kind[call->role], pc);
	e->object = name;
	e->call = call->name;
	if (call->role == SYNC_ROLE_WAIT) { /* named by the loop, found again by the wait */
		e->at.at[0].loc = f->ins.at[back].loc;
		e->to = back;
	}
}

static void add_locks(struct element_search *s) {
	struct lock_pairs pairs = {0};
	lock_pairs_find(&pairs, s->prog);
	for (uint32_t i = 0; i < pairs.site.n; i++) {
		struct element *e = NULL;
		for (uint32_t k = i; pairs.site.at[i].group == i && k < pairs.site.n; k++) {
			const struct lock_site *site = &pairs.site.at[k];
			if (site->group != i || site->call->role != SYNC_ROLE_LOCK)
				continue;
			s->function = site->function;
			if (e) {
				vec_push(&e->at, place(s->prog, site->function, site->pc));
			} else {
				e = add(s, ELEMENT_LOCK, site->pc);
				e->object = pointee(s->prog, site->object);
				e->call = site->call->name;
			}
			e->is_cut |= site->is_cut;
		}
		for (uint32_t k = 0; e && k < pairs.site.n; k++) {
			const struct lock_site *site = &pairs.site.at[k];
			if (site->group != i || site->call->role == SYNC_ROLE_LOCK)
				continue;
			struct element_place p = place(s->prog, site->function, site->pc);
			p.is_release = true;
			vec_push(&e->at, p);
		}
	}
	lock_pairs_free(&pairs);
}

/* --- Two that follow each other. --- */

/* The instruction after this one, if no jump leads there or in between. */
static bool follows(const struct element_search *s, uint32_t pc, uint32_t *next) {
	const struct function *f = function_of(s);
	for (*next = pc + 1; *next < f->ins.n; ++*next) {
		if (s->is_target[*next])
			return false;
		if (f->ins.at[*next].kind != INS_SKIP)
			return true;
	}
	return false;
}

static void add_lock_order(struct element_search *s, uint32_t pc) {
	const struct function *f = function_of(s);
	uint32_t next;
	const struct expr *x, *y;
	const struct sync_call *a = lock_call_of(s->prog, &f->ins.at[pc], &x), *b;
	if (!a || a->role != SYNC_ROLE_LOCK || f->ins.at[pc].lhs || !follows(s, pc, &next))
		return;
	b = lock_call_of(s->prog, &f->ins.at[next], &y);
	if (!b || b->role != SYNC_ROLE_LOCK || f->ins.at[next].lhs)
		return;
	struct element *e = add(s, ELEMENT_LOCK_ORDER, pc);
	vec_push(&e->at, place(s->prog, s->function, next));
	e->object = pointee(s->prog, x);
	e->second = pointee(s->prog, y);
	e->call = a->name;
}

/* Only variables that no other thread knows, and constants. */
static bool is_local(const struct expr *e) {
	if (!e)
		return true;
	if (e->kind == EXPR_DEREF)
		return false;
	if (e->kind == EXPR_ADDR)
		return e->arg[0]->kind == EXPR_SYMBOL;
	if (e->kind == EXPR_SYMBOL && (e->symbol->storage != STORAGE_AUTO || e->symbol->is_shared))
		return false;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (!is_local(e->arg[i]))
			return false;
	return true;
}

/* The variable, or the pointer, that the lvalue begins with; NULL: its address depends on memory
 * that others may change. */
static const struct expr *base_of(const struct expr *lvalue) {
	for (; lvalue->kind == EXPR_MEMBER || lvalue->kind == EXPR_INDEX; lvalue = lvalue->arg[0])
		if (lvalue->kind == EXPR_INDEX && !is_local(lvalue->arg[1]))
			return NULL;
	if (lvalue->kind == EXPR_DEREF)
		return is_local(lvalue->arg[0]) ? lvalue : NULL;
	return lvalue->kind == EXPR_SYMBOL ? lvalue : NULL;
}

/* Members of one structure that are not the same. */
static bool are_members(const struct expr *a, const struct expr *b) {
	return a->kind == EXPR_MEMBER && b->kind == EXPR_MEMBER && a->field != b->field &&
	       a->arg[0]->type->kind == TYPE_STRUCT && expr_equal(a->arg[0], b->arg[0]);
}

static bool is_store(const struct element_search *s, const struct ins *in) {
	return in->kind == INS_ASSIGN && !in->hidden && !in->ghost && type_is_scalar(in->lhs->type) &&
	       is_shared(s->prog, in->lhs) && is_local(in->rhs) && base_of(in->lhs);
}

/* Stores that could as well stand the other way round, as far as their own thread goes.  Of plain
 * ones in a program without data races nobody else can tell the order. */
static void add_stores(struct element_search *s, uint32_t pc) {
	const struct function *f = function_of(s);
	uint32_t next;
	if (!is_store(s, &f->ins.at[pc]) || !follows(s, pc, &next) || !is_store(s, &f->ins.at[next]))
		return;
	const struct ins *a = &f->ins.at[pc], *b = &f->ins.at[next];
	const struct expr *x = base_of(a->lhs), *y = base_of(b->lhs);
	bool differ = x->kind == EXPR_SYMBOL && y->kind == EXPR_SYMBOL && x->symbol != y->symbol;
	bool is_plain = a->lhs->order == MEM_PLAIN && b->lhs->order == MEM_PLAIN;
	bool same_line = a->loc.line == b->loc.line && a->loc.col == b->loc.col;
	if ((!differ && !are_members(a->lhs, b->lhs)) || same_line || (is_plain && !s->races))
		return;
	struct element *e = add(s, ELEMENT_STORES, pc);
	vec_push(&e->at, place(s->prog, s->function, next));
	e->object = name_of(s->prog, a->lhs);
	e->second = name_of(s->prog, b->lhs);
}

/* --- Atomic accesses and sections. --- */

static bool reads_atomic(const struct expr *e) {
	bool found = expr_is_lvalue(e) && e->order != MEM_PLAIN;
	for (uint32_t i = 0; i < e->nargs && !found; i++)
		found = reads_atomic(e->arg[i]);
	return found;
}

/* Can the operation be divided into a load and a store?  Not if one instruction of it is both, of
 * an object whose type is not atomic. */
static bool has_parts(const struct goto_prog *prog, const struct order_site *site) {
	const struct function *f = prog->function.at[site->function];
	for (uint32_t pc = site->from; pc <= site->to; pc++) {
		const struct ins *in = &f->ins.at[pc];
		if (in->kind == INS_ASSIGN && in->lhs->order != MEM_PLAIN && !in->lhs->type->is_atomic &&
		    reads_atomic(in->rhs))
			return false;
	}
	return f->ins.at[site->from].kind == INS_ATOMIC_BEGIN;
}

static void add_atomics(struct element_search *s) {
	struct order_sites sites = {0};
	order_sites_find(s->prog, &sites);
	for (uint32_t i = 0; i < sites.at.n; i++) {
		const struct order_site *site = &sites.at.at[i];
		bool is_access =
		    site->kind == SITE_LOAD || site->kind == SITE_STORE || site->kind == SITE_RMW;
		if (!is_access || !accesses_shared(s->prog, site))
			continue;
		s->function = site->function;
		/* without races, plain accesses are as good as atomic ones */
		for (int split = site->kind == SITE_RMW && has_parts(s->prog, site); split >= s->races;
		     split--) {
			struct element *e = add(s, split ? ELEMENT_STEP : ELEMENT_ATOMIC, site->from);
			e->to = site->to;
			e->site = i;
			e->object = site->object;
			e->call = site->kind == SITE_LOAD    ? "load"
			          : site->kind == SITE_STORE ? "store"
			                                     : "read-modify-write";
		}
	}
	order_sites_free(&sites);
}

struct section_walk {
	struct element *e;
	const struct function *f;
	bool *seen; /* by instruction; sections in it are passed over as a whole */
};

/* Where the section ends that is 'depth' sections deep here. */
static void find_ends(struct element_search *s, struct section_walk *w, uint32_t pc,
                      uint32_t depth) {
	for (; pc < w->f->ins.n && !w->seen[pc]; pc++) {
		const struct ins *in = &w->f->ins.at[pc];
		w->seen[pc] = true;
		depth += in->kind == INS_ATOMIC_BEGIN;
		if (in->kind == INS_ATOMIC_END && !--depth) {
			struct element_place p = place(s->prog, s->function, pc);
			p.is_release = true;
			vec_push(&w->e->at, p);
			return;
		}
		if (in->kind == INS_RETURN || in->kind == INS_END)
			return;
		if (in->kind == INS_GOTO) {
			find_ends(s, w, in->target, depth);
			if (!in->rhs)
				return;
		}
	}
}

static void add_section(struct element_search *s, uint32_t pc) {
	const struct function *f = function_of(s);
	const struct ins *in = &f->ins.at[pc];
	if (in->kind != INS_ATOMIC_BEGIN || in->operation || in->rhs || in->sync != SYNC_NONE ||
	    (in->hidden && !f->is_atomic) || f->ins.at[pc + 1].kind == INS_ATOMIC_END)
		return;
	struct element *e = add(s, ELEMENT_SECTION, pc);
	struct section_walk w = {e, f, mem_alloc(sizeof *w.seen * (f->ins.n + 1))};
	find_ends(s, &w, pc + 1, 1);
	mem_free(w.seen);
	if (f->is_atomic && pc == 0)
		e->object = f->symbol->display;
	if (e->at.n < 2) { /* it has no end in this function */
		vec_free(&e->at);
		s->to->at.n--;
	}
}

/* --- All. --- */

static int by_place(const void *x, const void *y) {
	const struct element *a = x, *b = y;
	const struct loc *p = &a->at.at[0].loc, *q = &b->at.at[0].loc;
	int order = strcmp(p->file ? p->file : "", q->file ? q->file : "");
	if (order)
		return order;
	if (p->line != q->line)
		return p->line < q->line ? -1 : 1;
	if (p->col != q->col)
		return p->col < q->col ? -1 : 1;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	return a->at.at[0].pc < b->at.at[0].pc ? -1 : a->at.at[0].pc > b->at.at[0].pc;
}

static void find_in_function(struct element_search *s) {
	const struct function *f = function_of(s);
	s->is_target = mem_alloc(sizeof *s->is_target * (f->ins.n + 1));
	for (uint32_t pc = 0; pc < f->ins.n; pc++)
		if (f->ins.at[pc].kind == INS_GOTO)
			s->is_target[f->ins.at[pc].target] = true;
	for (uint32_t pc = 0; pc < f->ins.n; pc++) {
		const struct sync_call *call = sync_call_of(&f->ins.at[pc]);
		if (call)
			add_call(s, pc, call);
		add_lock_order(s, pc);
		add_stores(s, pc);
		add_section(s, pc);
	}
	mem_free(s->is_target);
}

void elements_find(struct goto_prog *prog, bool races, struct elements *to) {
	struct element_search s = {.prog = prog, .to = to, .races = races};
	goto_match_arguments(prog);
	goto_find_interrupts(prog, false);
	goto_find_shared(prog);
	if (!prog->has_threads)
		return;
	to->shares_memory = shares_memory(prog);
	for (uint32_t i = 0; i < prog->function.n; i++) {
		s.function = i;
		if (is_users(prog, prog->function.at[i]))
			find_in_function(&s);
	}
	add_locks(&s);
	add_atomics(&s);
	if (to->at.n)
		qsort(to->at.at, to->at.n, sizeof *to->at.at, by_place);
}

void elements_free(struct elements *e) {
	for (size_t i = 0; i < e->at.n; i++)
		vec_free(&e->at.at[i].at);
	vec_free(&e->at);
}
