#include "symex/events/execute/follow.h"

#include "goto/analysis/control.h"

enum { MAX_LOADS = 32 }; /* instructions that load what an assertion compares */

struct thread_accesses { /* of one thread of the run: indices of its events */
	VEC(size_t) read, input;
};

struct child { /* a thread of the run */
	uint32_t parent, spawn;
};

struct run_follower {
	const struct run_trace *trace;
	enum causal causal;
	VEC(struct child) child; /* by thread of the run */
	VEC(uint32_t) number;    /* by thread of the execution: its number in the run */
	VEC(struct thread_accesses) accesses;
	/* The thread being executed: */
	uint32_t tid;      /* in the run */
	uint64_t executed; /* instructions */
	size_t decision, read, input;
};

/* --- The threads of the run. --- */

static void find_children(struct run_follower *f) {
	const struct run_trace *t = f->trace;
	VEC(uint32_t) spawns = {0};
	for (size_t i = 0; i < t->thread.n; i++) {
		vec_push(&f->child, ((struct child){NO_THREAD, 0}));
		vec_push(&f->accesses, ((struct thread_accesses){0}));
		vec_push(&spawns, 0);
	}
	for (size_t i = 0; i < t->event.n; i++) {
		const struct run_event *e = &t->event.at[i];
		if (e->kind == RUN_CREATE && e->other < f->child.n && e->thread < spawns.n)
			f->child.at[e->other] = (struct child){e->thread, spawns.at[e->thread]++};
		else if (e->kind == RUN_READ && e->at)
			vec_push(&f->accesses.at[e->thread].read, i);
		else if (e->kind == RUN_INPUT && e->at && e->variable == VARIABLE_INPUT)
			vec_push(&f->accesses.at[e->thread].input, i);
	}
	vec_free(&spawns);
}

struct run_follower *follower_open(const struct run_trace *t, enum causal causal) {
	struct run_follower *f = mem_alloc(sizeof *f);
	f->trace = t;
	f->causal = causal;
	find_children(f);
	return f;
}

void follower_close(struct run_follower *f) {
	if (!f)
		return;
	for (size_t i = 0; i < f->accesses.n; i++) {
		vec_free(&f->accesses.at[i].read);
		vec_free(&f->accesses.at[i].input);
	}
	vec_free(&f->accesses);
	vec_free(&f->child);
	vec_free(&f->number);
	mem_free(f);
}

void follower_restart(struct run_follower *f) {
	f->number.n = 0;
}

static uint32_t find_child(const struct run_follower *f, uint32_t parent, uint32_t spawn) {
	for (uint32_t tid = 1; tid < f->child.n; tid++)
		if (f->child.at[tid].parent == parent && f->child.at[tid].spawn == spawn)
			return tid;
	return NO_THREAD;
}

void follower_begin(struct run_follower *f, uint32_t tid, uint32_t parent, uint32_t spawn) {
	while (f->number.n <= tid)
		vec_push(&f->number, NO_THREAD);
	f->number.at[tid] = tid ? find_child(f, f->number.at[parent], spawn) : 0;
	f->tid = f->number.at[tid];
	f->executed = 0;
	f->decision = f->read = f->input = 0;
}

/* --- The path. --- */

static const struct run_thread *thread_of(const struct run_follower *f) {
	return f->tid < f->trace->thread.n ? &f->trace->thread.at[f->tid] : NULL;
}

bool follower_stops(struct run_follower *f) {
	const struct run_thread *t = thread_of(f);
	if (!t || f->executed >= t->instructions)
		return true;
	f->executed++;
	return false;
}

const struct run_decision *follower_next(struct run_follower *f, const struct state *st) {
	const struct run_thread *t = thread_of(f);
	if (!t || f->decision >= t->decision.n)
		return NULL;
	const struct run_decision *d = &t->decision.at[f->decision];
	if (d->function != st->frame->function || d->pc != st->pc)
		return NULL;
	f->decision++;
	return d;
}

/* --- Observed values. --- */

/* Does the value that the instruction reads only go into an assertion?  It is loaded into
 * temporaries, which the branch around the assertion compares. */
static bool reads_for_assertion(const struct function *f, uint32_t pc) {
	for (int n = 0; n < MAX_LOADS; n++, pc++) {
		const struct ins *i = &f->ins.at[pc];
		uint32_t at;
		switch (i->kind) {
		case INS_SKIP:
		case INS_DECL:
		case INS_DEAD: break;
		case INS_ASSIGN:
			if (i->lhs->kind != EXPR_SYMBOL || !i->lhs->symbol->is_temp)
				return false;
			break;
		case INS_ASSERT:
			if (!i->hidden)
				return true;
			break;
		case INS_GOTO:
			return i->rhs && (control_fails(f, i->target, &at) || control_fails(f, pc + 1, &at));
		default: return false;
		}
	}
	return false;
}

const struct bits *follower_seen(struct run_follower *f) {
	if (!thread_of(f))
		return NULL;
	const struct thread_accesses *a = &f->accesses.at[f->tid];
	const struct run_event *e = f->trace->event.at;
	while (f->read < a->read.n && e[a->read.at[f->read]].at < f->executed)
		f->read++;
	size_t n = 0;
	while (f->read + n < a->read.n && e[a->read.at[f->read + n]].at == f->executed)
		n++;
	return n == 1 ? &e[a->read.at[f->read]].bits : NULL;
}

const struct bits *follower_read(struct run_follower *f, const struct state *st) {
	bool is_fixed = f->causal == CAUSAL_MCM && !st->frame->function->is_model &&
	                !reads_for_assertion(st->frame->function, st->pc);
	return is_fixed ? follower_seen(f) : NULL;
}

const struct bits *follower_input(struct run_follower *f, size_t k) {
	if (f->causal != CAUSAL_MCM || !thread_of(f))
		return NULL;
	const struct thread_accesses *a = &f->accesses.at[f->tid];
	const struct run_event *e = f->trace->event.at;
	while (f->input < a->input.n && e[a->input.at[f->input]].at < f->executed)
		f->input++;
	size_t ix = f->input + k;
	return ix < a->input.n && e[a->input.at[ix]].at == f->executed ? &e[a->input.at[ix]].bits
	                                                               : NULL;
}
