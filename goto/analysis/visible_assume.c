/* Forward, over the whole program: has the thread, since its last visible instruction, had an
 * effect that other threads can observe?  Then a failing assumption must be visible: a switch
 * before it lets them observe the effect. */
#include "goto/analysis/visible.h"

enum { UNREACHED, CLEAN, DIRTY };

struct assume_flow {
	struct visible *v;
	uint8_t *entry, *exit; /* by function */
	uint8_t *at;           /* by instruction of the current function */
	VEC(uint32_t) todo;
	bool changed;
};

static void raise_to(struct assume_flow *w, uint8_t *state, uint8_t to) {
	if (*state >= to)
		return;
	*state = to;
	w->changed = true;
}

static void reach(struct assume_flow *w, const struct function *f, uint32_t at, uint8_t state) {
	if (at >= f->ins.n || w->at[at] >= state)
		return;
	w->at[at] = state;
	vec_push(&w->todo, at);
}

/* Into the functions that may be called there, and out of them. */
static uint8_t call(struct assume_flow *w, uint32_t caller, uint32_t ins, uint8_t state) {
	const struct visible *v = w->v;
	size_t lo = 0, hi = v->call.n;
	while (lo < hi) {
		size_t mid = (lo + hi) / 2;
		const struct visible_call *c = &v->call.at[mid];
		if (c->caller < caller || (c->caller == caller && c->ins < ins))
			lo = mid + 1;
		else
			hi = mid;
	}
	uint8_t after = UNREACHED;
	bool found = false;
	for (; lo < v->call.n && v->call.at[lo].caller == caller && v->call.at[lo].ins == ins; lo++) {
		uint32_t callee = v->call.at[lo].callee;
		raise_to(w, &w->entry[callee], state);
		after = w->exit[callee] > after ? w->exit[callee] : after;
		found = true;
	}
	return found ? after : state;
}

static uint8_t transfer(struct assume_flow *w, uint32_t function, uint32_t at, uint8_t state) {
	const struct visible_function *f = &w->v->function.at[function];
	struct ins *in = &f->function->ins.at[at];
	if (in->kind == INS_ASSUME && state == DIRTY && f->late[at] && !expr_is_true(in->rhs))
		in->visible = true;
	if (in->visible)
		state = CLEAN;
	enum intrinsic called = ins_intrinsic(in);
	if (called == INTRINSIC_EXIT || called == INTRINSIC_ABORT || called == INTRINSIC_END_THREAD)
		return UNREACHED;
	if (f->writes[at] || called == INTRINSIC_SPAWN)
		state = DIRTY;
	if (in->kind != INS_CALL)
		return state;
	uint8_t after = call(w, function, at, state);
	return f->function->has_jumps ? DIRTY : after;
}

static void run_function(struct assume_flow *w, uint32_t function) {
	const struct function *f = w->v->function.at[function].function;
	w->at = mem_alloc(f->ins.n + 1);
	reach(w, f, 0, w->entry[function]);
	while (w->todo.n) {
		uint32_t i = vec_pop(&w->todo);
		const struct ins *in = &f->ins.at[i];
		uint8_t state = transfer(w, function, i, w->at[i]);
		if (in->kind == INS_GOTO)
			reach(w, f, in->target, state);
		if (in->kind == INS_RETURN)
			reach(w, f, (uint32_t)f->ins.n - 1, state);
		else if (in->kind == INS_END)
			raise_to(w, &w->exit[function], state);
		else if (in->kind != INS_GOTO || in->rhs)
			reach(w, f, i + 1, state);
	}
	mem_free(w->at);
}

/* A thread that starts was chosen to run. */
static void start_threads(struct assume_flow *w) {
	const struct points_to *pt = &w->v->shared.pt;
	uint64_t index;
	const struct symbol *root[] = {w->v->prog->init, w->v->prog->entry};
	for (size_t i = 0; i < sizeof root / sizeof *root; i++)
		if (root[i] && map_get(&w->v->index, root[i]->id, &index))
			w->entry[index] = CLEAN;
	for (size_t i = 0; i < pt->spawn.n; i++)
		if (map_get(&w->v->index, pt->instance.at[pt->spawn.at[i].callee].function->symbol->id,
		            &index))
			w->entry[index] = CLEAN;
}

void visible_mark_assumes(struct visible *v) {
	size_t n = v->function.n + 1;
	struct assume_flow w = {.v = v, .entry = mem_alloc(n), .exit = mem_alloc(n)};
	start_threads(&w);
	do {
		w.changed = false;
		for (uint32_t i = 0; i < v->function.n; i++)
			if (w.entry[i])
				run_function(&w, i);
	} while (w.changed);
	vec_free(&w.todo);
	mem_free(w.entry);
	mem_free(w.exit);
}
