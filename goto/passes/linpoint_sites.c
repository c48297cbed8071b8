/* Where calls may take effect: the sites that operations come to. */

#include "goto/analysis/sync_calls.h"
#include "goto/passes/linpoint.h"
#include "goto/passes/linpoint_spec.h"
#include "util/base/intern.h"

static bool reads_atomically(const struct expr *e, bool is_access) {
	if (!e)
		return false;
	if (is_access && expr_is_lvalue(e) && e->order != MEM_PLAIN)
		return true;
	bool named = e->kind == EXPR_ADDR || e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (reads_atomically(e->arg[i], !(named && i == 0)))
			return true;
	return false;
}

static bool loads(const struct ins *in) {
	bool has_value = in->kind == INS_ASSIGN || in->kind == INS_GOTO || in->kind == INS_RETURN;
	return has_value && (reads_atomically(in->rhs, true) || reads_atomically(in->lhs, false));
}

static bool stores(const struct ins *in) {
	return in->kind == INS_ASSIGN && in->lhs->order != MEM_PLAIN;
}

static bool unlocks(const struct ins *in) {
	const struct sync_call *c = sync_call_of(in);
	return c && c->role == SYNC_ROLE_UNLOCK;
}

static void add_site(struct linpoint_sites *s, const struct goto_prog *prog, uint32_t function,
                     uint32_t pc, enum linpoint_kind kind, bool is_before) {
	const struct function *f = prog->function.at[function];
	vec_push(&s->at, ((struct linpoint_site){.kind = kind,
	                                         .function = function,
	                                         .pc = pc,
	                                         .is_before = is_before,
	                                         .loc = f->ins.at[pc].loc,
	                                         .in = intern(f->symbol->display)}));
}

/* Operations of C are sections: they write after they have read, or not.  A section of the user
 * takes effect at its end. */
static void find_sites(const struct goto_prog *prog, uint32_t function, struct linpoint_sites *s) {
	const struct function *f = prog->function.at[function];
	bool in_operation = false, has_read = false;
	for (uint32_t pc = 0; pc < f->ins.n; pc++) {
		const struct ins *in = &f->ins.at[pc];
		if (in->kind == INS_ATOMIC_BEGIN) {
			in_operation = in->operation;
			has_read = false;
		}
		bool reads = loads(in);
		has_read |= reads;
		if (stores(in))
			add_site(s, prog, function, pc, POINT_STORE, false);
		else if (reads && !in_operation)
			add_site(s, prog, function, pc, POINT_LOAD, false);
		if (unlocks(in))
			add_site(s, prog, function, pc, POINT_UNLOCK, true);
		if (in->kind != INS_ATOMIC_END)
			continue;
		if (!in_operation)
			add_site(s, prog, function, pc, POINT_UNLOCK, true);
		else if (has_read)
			add_site(s, prog, function, pc, POINT_LOAD, true);
		in_operation = false;
	}
}

/* --- Operations. --- */

struct op_reach {
	const struct goto_prog *prog;
	struct map seen; /* functions: symbol id -> true */
	struct linpoint_operation *operation;
};

static void reach_function(struct op_reach *r, const struct function *f);

static void reach_instruction(struct op_reach *r, const struct ins *in) {
	if (ins_intrinsic(in) == INTRINSIC_LINEARIZE)
		r->operation->is_given = true;
	if (!*linpoint_callee(in) || !in->rhs->symbol->function || in->rhs->symbol->function->is_model)
		return;
	if (!r->operation->name)
		r->operation->name = intern(in->rhs->symbol->display);
	reach_function(r, in->rhs->symbol->function);
}

static void reach_function(struct op_reach *r, const struct function *f) {
	if (map_get(&r->seen, f->symbol->id, NULL))
		return;
	map_put(&r->seen, f->symbol->id, true);
	for (size_t i = 0; i < f->ins.n; i++)
		reach_instruction(r, &f->ins.at[i]);
}

static bool is_return(const struct ins *in, uint32_t number) {
	return ins_intrinsic(in) == INTRINSIC_RETURNED && linpoint_number(in) == number;
}

static void find_choices(const struct linpoint_sites *s, struct linpoint_operation *o) {
	size_t stores = 0, unlocks = 0;
	for (size_t i = 0; i < o->site.n; i++) {
		stores += s->at.at[o->site.at[i]].kind == POINT_STORE;
		unlocks += s->at.at[o->site.at[i]].kind == POINT_UNLOCK;
	}
	if (unlocks)
		vec_push(&o->choice, ALL_UNLOCKS);
	if (stores)
		vec_push(&o->choice, ALL_STORES);
	for (size_t i = 0; i < o->site.n && stores + unlocks > 1; i++)
		if (s->at.at[o->site.at[i]].kind != POINT_LOAD)
			vec_push(&o->choice, o->site.at[i]);
}

/* What is between a call and its return in the text of the client. */
static void find_operation(const struct goto_prog *prog, const struct function *client, uint32_t pc,
                           struct linpoint_sites *s) {
	struct linpoint_operation o = {.number = linpoint_number(&client->ins.at[pc])};
	struct op_reach r = {.prog = prog, .operation = &o};
	for (uint32_t k = pc + 1; k < client->ins.n && !is_return(&client->ins.at[k], o.number); k++)
		reach_instruction(&r, &client->ins.at[k]);
	for (uint32_t i = 0; i < s->at.n; i++)
		if (map_get(&r.seen, prog->function.at[s->at.at[i].function]->symbol->id, NULL))
			vec_push(&o.site, i);
	find_choices(s, &o);
	map_free(&r.seen);
	vec_push(&s->operation, o);
}

bool linpoint_find(const struct goto_prog *prog, struct linpoint_sites *s) {
	for (uint32_t i = 0; i < prog->function.n; i++)
		if (!prog->function.at[i]->is_model)
			find_sites(prog, i, s);
	for (size_t i = 0; i < prog->function.n; i++) {
		const struct function *f = prog->function.at[i];
		for (uint32_t pc = 0; pc < f->ins.n; pc++)
			if (ins_intrinsic(&f->ins.at[pc]) == INTRINSIC_CALLED)
				find_operation(prog, f, pc, s);
	}
	return s->operation.n > 0;
}

void linpoint_free(struct linpoint_sites *s) {
	for (size_t i = 0; i < s->operation.n; i++) {
		vec_free(&s->operation.at[i].site);
		vec_free(&s->operation.at[i].choice);
	}
	vec_free(&s->operation);
	vec_free(&s->at);
}
