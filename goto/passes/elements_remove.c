/* The program without an element: each instruction is changed where it stands, so that the places
 * of other elements stay what they are. */
#include "goto/analysis/analysis.h"
#include "goto/passes/elements.h"
#include "goto/passes/order_sites.h"
#include "goto/program/rewrite.h"

static struct ins *at(struct goto_prog *prog, const struct element_place *p) {
	return &prog->function.at[p->function]->ins.at[p->pc];
}

static void skip(struct ins *in) {
	*in = (struct ins){.kind = INS_SKIP, .loc = in->loc, .hidden = true, .loop = NO_LOOP};
}

/* The call has succeeded, and done nothing. */
static void drop_call(struct goto_prog *prog, struct ins *in) {
	const struct expr *lhs = in->lhs;
	if (in->kind != INS_CALL)
		return; /* dropped already */
	struct loc loc = in->loc;
	skip(in);
	if (!lhs)
		return;
	*in = (struct ins){.kind = INS_ASSIGN,
	                   .loc = loc,
	                   .lhs = lhs,
	                   .rhs = expr_u64(prog->arena, lhs->type, 0),
	                   .loop = NO_LOOP};
}

static void call_weaker(struct goto_prog *prog, const struct element *e) {
	struct ins *in = at(prog, &e->at.at[0]);
	if (in->kind == INS_CALL)
		in->rhs = expr_symbol(prog->arena, prog_find(prog, e->weaker));
}

/* Jumps back to the head leave the loop. */
static void open_loop(struct goto_prog *prog, const struct element *e) {
	struct function *f = prog->function.at[e->at.at[0].function];
	uint32_t head = f->ins.at[e->to].target;
	for (uint32_t pc = head; pc <= e->to; pc++) {
		struct ins *in = &f->ins.at[pc];
		if (in->kind == INS_GOTO && in->target == head)
			in->target = e->to + 1;
	}
}

static void swap(struct goto_prog *prog, const struct element *e) {
	struct ins *a = at(prog, &e->at.at[0]), *b = at(prog, &e->at.at[1]), kept = *a;
	if (a->kind != b->kind)
		return; /* one was dropped */
	*a = *b;
	*b = kept;
}

static void open_section(struct goto_prog *prog, const struct element *e) {
	struct function *f = prog->function.at[e->at.at[0].function];
	for (size_t i = 0; i < e->at.n; i++)
		skip(at(prog, &e->at.at[i]));
	if (e->at.at[0].pc == 0)
		f->is_atomic = false;
}

static void open_operation(struct goto_prog *prog, const struct element *e) {
	struct function *f = prog->function.at[e->at.at[0].function];
	uint32_t from = e->at.at[0].pc;
	if (f->ins.at[from].kind != INS_ATOMIC_BEGIN)
		return;
	skip(&f->ins.at[from]);
	skip(&f->ins.at[e->to]);
}

/* Is an lvalue of the expression atomic by its type? */
static bool is_typed(const struct expr *e) {
	bool found = e && expr_is_lvalue(e) && e->order != MEM_PLAIN && e->type->is_atomic;
	for (uint32_t i = 0; e && i < e->nargs && !found; i++)
		found = is_typed(e->arg[i]);
	return found;
}

/* Each access of the operation is one by itself.  Where the type says that, the section goes;
 * otherwise each gets one. */
static void split_operation(struct goto_prog *prog, const struct element *e) {
	struct function *f = prog->function.at[e->at.at[0].function];
	uint32_t from = e->at.at[0].pc;
	struct rewrite r;
	if (f->ins.at[from].kind != INS_ATOMIC_BEGIN)
		return;
	for (uint32_t pc = from; pc <= e->to; pc++)
		if (is_typed(f->ins.at[pc].lhs) || is_typed(f->ins.at[pc].rhs)) {
			open_operation(prog, e);
			return;
		}
	rewrite_open(&r, f);
	for (uint32_t pc = 0; pc < f->ins.n; pc++) {
		struct ins in = f->ins.at[pc];
		in.modifies &= pc != from;
		rewrite_at(&r, pc);
		rewrite_keep(&r, in);
		if (pc <= from || pc >= e->to || !goto_has_order(&in))
			continue;
		rewrite_add(&r, (struct ins){.kind = INS_ATOMIC_END, .loc = in.loc});
		rewrite_add(&r, (struct ins){.kind = INS_ATOMIC_BEGIN, .operation = true, .loc = in.loc});
	}
	rewrite_close(&r);
}

/* The function is called each time; a result is stored after it. */
static void call_always(struct goto_prog *prog, const struct element *e) {
	struct function *f = prog->function.at[e->at.at[0].function];
	struct rewrite r;
	rewrite_open(&r, f);
	for (uint32_t pc = 0; pc < f->ins.n; pc++) {
		struct ins in = f->ins.at[pc];
		rewrite_at(&r, pc);
		if (pc != e->at.at[0].pc) {
			rewrite_keep(&r, in);
			continue;
		}
		const struct expr *routine = in.arg[1], *lhs = in.lhs;
		while (routine->kind == EXPR_CAST)
			routine = routine->arg[0];
		in.rhs = routine->kind == EXPR_ADDR && routine->arg[0]->kind == EXPR_SYMBOL
		             ? routine->arg[0]
		             : routine;
		in.lhs = NULL;
		in.nargs = 0;
		rewrite_keep(&r, in);
		if (lhs)
			rewrite_add(&r, (struct ins){.kind = INS_ASSIGN,
			                             .loc = in.loc,
			                             .lhs = lhs,
			                             .rhs = expr_u64(prog->arena, lhs->type, 0)});
	}
	rewrite_close(&r);
}

static void change(struct goto_prog *prog, const struct order_sites *sites,
                   const struct element *e) {
	switch (e->kind) {
	case ELEMENT_LOCK:
	case ELEMENT_WAKE:
	case ELEMENT_JOIN:
	case ELEMENT_BARRIER:
	case ELEMENT_SEM_WAIT:
	case ELEMENT_SEM_POST:
		for (size_t i = 0; i < e->at.n; i++)
			drop_call(prog, at(prog, &e->at.at[i]));
		return;
	case ELEMENT_MODE:
	case ELEMENT_BROADCAST: call_weaker(prog, e); return;
	case ELEMENT_LOOP: open_loop(prog, e); return;
	case ELEMENT_STORES:
	case ELEMENT_LOCK_ORDER: swap(prog, e); return;
	case ELEMENT_SECTION: open_section(prog, e); return;
	case ELEMENT_ATOMIC:
		order_sites_plain(prog, sites, e->site);
		open_operation(prog, e);
		return;
	case ELEMENT_STEP: split_operation(prog, e); return;
	case ELEMENT_ONCE: call_always(prog, e); return;
	case ELEMENT_KIND_N: return;
	}
}

/* Places are those of the program as it was loaded: what is swapped or inserted comes after what
 * only changes an instruction. */
static int rank_of(const struct element *e) {
	bool swaps = e->kind == ELEMENT_STORES || e->kind == ELEMENT_LOCK_ORDER;
	return e->kind == ELEMENT_ONCE || e->kind == ELEMENT_STEP ? 2 : swaps;
}

static uint64_t number_of(const struct element *e) {
	return (uint64_t)e->at.at[0].function << 32 | e->at.at[0].pc;
}

/* Of those that insert something, the one before 'after' (NULL: the last one): each moves what
 * follows it. */
static const struct element *last_insertion(const struct elements *all, const bool *removed,
                                            const struct element *after) {
	const struct element *last = NULL;
	for (size_t i = 0; i < all->at.n; i++) {
		const struct element *e = &all->at.at[i];
		if (removed[i] && rank_of(e) == 2 && (!after || number_of(e) < number_of(after)) &&
		    (!last || number_of(e) > number_of(last)))
			last = e;
	}
	return last;
}

void elements_remove(struct goto_prog *prog, const struct elements *all, const bool *removed) {
	struct order_sites sites = {0};
	order_sites_find(prog, &sites);
	for (int r = 0; r < 2; r++)
		for (size_t i = 0; i < all->at.n; i++)
			if (removed[i] && rank_of(&all->at.at[i]) == r)
				change(prog, &sites, &all->at.at[i]);
	for (const struct element *e = NULL; (e = last_insertion(all, removed, e));)
		change(prog, &sites, e);
	order_sites_free(&sites);
}

uint32_t elements_reach(struct goto_prog *prog, const struct element *e) {
	const struct element_place *p = &e->at.at[0];
	struct function *f = prog->function.at[p->function];
	struct ins *in = at(prog, p);
	if (e->kind == ELEMENT_SECTION)
		open_section(prog, e);
	if (e->kind == ELEMENT_STEP || e->kind == ELEMENT_ATOMIC)
		open_operation(prog, e);
	uint32_t property = prog_add_property(prog, f, PROPERTY_UNREACH, in->loc, "reached");
	const struct type *type = type_int(prog->types, prog->target.int_bits, true);
	*in = (struct ins){.kind = INS_ASSERT,
	                   .loc = in->loc,
	                   .rhs = expr_u64(prog->arena, type, 0),
	                   .property = property,
	                   .loop = NO_LOOP};
	return property;
}
