/* Rewrites the program to its slice. */
#include "goto/slice/slice_internal.h"

static struct ins skip(const struct ins *in) {
	return (struct ins){
	    .kind = INS_SKIP, .hidden = true, .watched = in->watched, .loc = in->loc, .loop = NO_LOOP};
}

/* Both ways lead to the same instruction.  If that is where a backward jump goes, it is the loop
 * around both; otherwise the loop of a backward jump goes with it. */
static struct ins drop_branch(const struct slice_function *f, uint32_t at) {
	struct ins in = f->function->ins.at[at], new = skip(&in);
	if (f->control.next[at] == in.target) {
		in.rhs = NULL;
		in.text = NULL;
		return in;
	}
	if (f->control.next[at] == at + 1 || f->control.next[at] == NO_POSTDOMINATOR)
		return new;
	new.kind = INS_GOTO;
	new.target = f->control.next[at];
	return new;
}

static bool uses_argument(const struct slice *s, uint32_t function, uint32_t at, uint32_t arg) {
	if (s->config->races)
		return true;
	for (uint32_t k = 0; k < s->pt->instance.n; k++)
		if (s->instance[k].function == function && s->instance[k].entered &&
		    slice_uses_argument(s, k, at, arg))
			return true;
	return false;
}

/* Arguments that no callee uses become 0, a result that nobody uses is not stored.  That of an
 * external function is an input, which executions of the slice and the program have in common. */
static struct ins shorten_call(const struct slice *s, uint32_t function, uint32_t at) {
	const struct slice_function *f = &s->function.at[function];
	struct ins in = f->function->ins.at[at];
	struct arena *a = s->prog->arena;
	if (slice_external(&in))
		return in;
	if (!f->keeps_lhs[at])
		in.lhs = NULL;
	if (!in.nargs)
		return in;
	const struct expr **arg = arena_array(a, const struct expr *, in.nargs);
	for (uint32_t i = 0; i < in.nargs; i++) {
		arg[i] = in.arg[i];
		if (!uses_argument(s, function, at, i))
			arg[i] = expr_const(a, arg[i]->type, bits_u64(a, (uint32_t)arg[i]->type->size * 8, 0));
	}
	in.arg = arg;
	return in;
}

static struct ins rewritten(const struct slice *s, uint32_t function, uint32_t at) {
	const struct slice_function *f = &s->function.at[function];
	struct ins in = f->function->ins.at[at];
	switch (in.kind) {
	case INS_ASSIGN:
	case INS_HAVOC:
	case INS_ASSUME:
	case INS_ASSERT: return f->kept[at] ? in : skip(&in);
	case INS_CALL: return f->kept[at] ? shorten_call(s, function, at) : skip(&in);
	case INS_GOTO: return f->kept[at] || !in.rhs ? in : drop_branch(f, at);
	case INS_RETURN:
		if (!f->kept[at])
			in.rhs = NULL;
		return in;
	default: return in;
	}
}

/* --- Variables that are not mentioned any more. --- */

static void mention(bool *mentioned, const struct expr *e) {
	if (!e)
		return;
	if (e->kind == EXPR_SYMBOL && e->symbol->storage == STORAGE_AUTO)
		mentioned[e->symbol->slot] = true;
	for (uint32_t i = 0; i < e->nargs; i++)
		mention(mentioned, e->arg[i]);
}

static void mention_ins(bool *mentioned, const struct ins *in) {
	mention(mentioned, in->lhs);
	mention(mentioned, in->rhs);
	for (uint32_t i = 0; i < in->nargs; i++)
		mention(mentioned, in->arg[i]);
	if (in->kind != INS_DECL)
		return;
	for (const struct type *t = in->sym->type; t->kind == TYPE_ARRAY; t = t->elem)
		mention(mentioned, t->vla);
}

static void drop_variables(struct ins *ins, const struct function *f) {
	bool *mentioned = mem_alloc(f->local.n + 1);
	for (size_t i = 0; i < f->ins.n; i++)
		mention_ins(mentioned, &ins[i]);
	for (size_t i = 0; i < f->ins.n; i++) {
		bool is_life = ins[i].kind == INS_DECL || ins[i].kind == INS_DEAD;
		if (is_life && !mentioned[ins[i].sym->slot])
			ins[i] = skip(&ins[i]);
	}
	mem_free(mentioned);
}

/* --- Accesses that are not made any more. --- */

static bool may_be_invalid(const struct expr *e) {
	if (!e)
		return false;
	if (e->kind == EXPR_DEREF || (e->kind == EXPR_INDEX && !slice_is_inside(e)))
		return true;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (may_be_invalid(e->arg[i]))
			return true;
	return false;
}

static bool may_access_invalid(const struct ins *in) {
	bool may = may_be_invalid(in->lhs) || may_be_invalid(in->rhs);
	for (uint32_t i = 0; i < in->nargs; i++)
		may |= may_be_invalid(in->arg[i]);
	return may && in->kind != INS_ASSERT;
}

/* --- A function. --- */

/* Removes the loops whose backward jumps were dropped.  'whole' has the loops of the slice, too. */
static void drop_loops(struct function *f, struct ins *ins, struct ins *whole) {
	size_t kept = 0;
	for (size_t i = 0; i < f->loop.n; i++) {
		uint32_t back = f->loop.at[i].back;
		bool stays = ins[back].kind == INS_GOTO && ins[back].loop == i;
		uint32_t new = stays ? (uint32_t)kept : NO_LOOP;
		whole[back].loop = new;
		if (!stays)
			continue;
		ins[back].loop = new;
		f->loop.at[kept++] = f->loop.at[i];
	}
	f->loop.n = kept;
}

static void rewrite_function(const struct slice *s, uint32_t function, struct slice_result *r) {
	struct function *f = s->function.at[function].function;
	struct arena *a = s->prog->arena;
	struct ins *whole = arena_copy(a, f->ins.at, f->ins.n * sizeof *whole);
	struct ins *ins = mem_alloc(f->ins.n * sizeof *ins);
	for (uint32_t i = 0; i < f->ins.n; i++) {
		ins[i] = rewritten(s, function, i);
		r->drops_access |= ins[i].kind != whole[i].kind && may_access_invalid(&whole[i]);
	}
	drop_variables(ins, f);
	drop_loops(f, ins, whole);
	for (size_t i = 0; i < f->ins.n; i++) {
		f->ins.at[i] = ins[i];
		r->after += ins[i].kind != INS_SKIP;
	}
	f->whole = whole;
	mem_free(ins);
}

bool goto_is_sliced(const struct goto_prog *p) {
	for (size_t i = 0; i < p->function.n; i++)
		if (p->function.at[i]->whole)
			return true;
	return false;
}

void goto_slice_exchange(const struct goto_prog *p) {
	for (size_t i = 0; i < p->function.n; i++) {
		struct function *f = p->function.at[i];
		for (size_t k = 0; f->whole && k < f->ins.n; k++) {
			struct ins other = f->ins.at[k];
			f->ins.at[k] = f->whole[k];
			f->ins.at[k].visible = other.visible;
			f->whole[k] = other;
		}
	}
}

void slice_apply(struct slice *s, struct slice_result *r) {
	*r = (struct slice_result){0};
	bool *is_called = mem_alloc(s->function.n + 1);
	for (uint32_t k = 0; k < s->pt->instance.n; k++)
		is_called[s->instance[k].function] = true;
	for (uint32_t i = 0; i < s->function.n; i++) {
		struct function *f = s->function.at[i].function;
		f->is_dropped = !s->function.at[i].entered;
		if (!is_called[i])
			continue;
		for (size_t k = 0; k < f->ins.n; k++)
			r->before += f->ins.at[k].kind != INS_SKIP;
		if (s->function.at[i].entered)
			rewrite_function(s, i, r);
		for (size_t k = 0; k < f->ins.n && !s->function.at[i].entered; k++)
			r->drops_access |= may_access_invalid(&f->ins.at[k]);
	}
	r->drops_access &= s->config->unchecked_access;
	mem_free(is_called);
}
