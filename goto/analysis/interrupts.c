/* Which programs have signal handlers that may run at any time, and how the engine enters them.
 *
 * What a handler does is in pthread-models/libc/signal/signal.c: __model_interrupt takes a pending
 * signal and calls the handler.  The program does not call that function; the engine enters it
 * wherever a context switch is possible and a signal is pending that the thread does not block
 * (prog.interrupt). */
#include <string.h>

#include "goto/analysis/analysis.h"

static const struct symbol *callee_of(const struct ins *in) {
	bool direct = in->kind == INS_CALL && in->rhs->kind == EXPR_SYMBOL &&
	              in->rhs->symbol->storage == STORAGE_FUNCTION;
	return direct ? in->rhs->symbol : NULL;
}

static bool is_one_of(const struct symbol *s, const char *const *name, size_t n) {
	for (size_t i = 0; s && i < n; i++)
		if (!strcmp(s->name, name[i]))
			return true;
	return false;
}

static bool mentions_function(const struct expr *e) {
	if (e->kind == EXPR_SYMBOL)
		return e->symbol->storage == STORAGE_FUNCTION;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (mentions_function(e->arg[i]))
			return true;
	return false;
}

/* Functions that are handed to these are no handlers. */
static bool takes_no_handler(const struct symbol *callee) {
	static const char *const name[] = {"pthread_create", "thrd_create", "atexit", "qsort",
	                                   "bsearch"};
	return is_one_of(callee, name, sizeof name / sizeof *name);
}

struct signal_uses { /* of signals, in user code */
	bool sets;       /* signal() with something that may be a handler */
	bool structs;    /* sigaction(), whose argument does not tell */
	bool mentions;   /* a function is mentioned that may be the handler */
	bool sends;      /* to another thread */
};

static void look_at(const struct ins *in, struct signal_uses *u) {
	static const char *const setter[] = {"signal", "bsd_signal", "sysv_signal", "__sysv_signal"};
	static const char *const sender[] = {"kill", "killpg", "pthread_kill"};
	const struct symbol *callee = callee_of(in);
	if (is_one_of(callee, setter, sizeof setter / sizeof *setter) && in->nargs == 2)
		u->sets |= in->arg[1]->kind != EXPR_CONST;
	u->structs |= callee && !strcmp(callee->name, "sigaction");
	u->sends |= is_one_of(callee, sender, sizeof sender / sizeof *sender);
	if (in->lhs)
		u->mentions |= mentions_function(in->lhs);
	if (in->rhs && !callee)
		u->mentions |= mentions_function(in->rhs);
	for (uint32_t i = 0; i < in->nargs && !takes_no_handler(callee); i++)
		u->mentions |= mentions_function(in->arg[i]);
}

static bool is_given(const struct expr *e) {
	static const char *const name[] = {"signal",    "bsd_signal", "sysv_signal", "__sysv_signal",
	                                   "sigaction", "kill",       "killpg",      "pthread_kill"};
	if (e->kind == EXPR_SYMBOL)
		return e->symbol->storage == STORAGE_FUNCTION &&
		       is_one_of(e->symbol, name, sizeof name / sizeof *name);
	for (uint32_t i = 0; i < e->nargs; i++)
		if (is_given(e->arg[i]))
			return true;
	return false;
}

/* The functions of signals themselves through a pointer: anything is possible. */
static void look_for_pointers(const struct ins *in, struct signal_uses *u) {
	bool found = (in->lhs && is_given(in->lhs)) || (in->rhs && !callee_of(in) && is_given(in->rhs));
	for (uint32_t i = 0; i < in->nargs && !found; i++)
		found = is_given(in->arg[i]);
	u->sets |= found;
	u->sends |= found;
}

/* A function without instructions. */
static void drop_body(struct function *f) {
	struct ins end = vec_last(&f->ins);
	f->ins.n = 0;
	f->label.n = 0;
	f->loop.n = 0;
	ins_add(f, end);
}

static struct function *find_function(const struct goto_prog *p, const char *name) {
	struct symbol *s = prog_find(p, name);
	return s ? s->function : NULL;
}

/* Is a signal pending that the thread does not block? */
static const struct expr *is_pending(const struct goto_prog *p, uint32_t tid) {
	struct arena *a = p->arena;
	const struct interrupt *n = &p->interrupt;
	const struct type *set = n->blocked->type->elem, *size = type_size(p->types);
	const struct expr *pending = expr_symbol(a, n->pending), *blocked = expr_symbol(a, n->blocked);
	const struct expr *any =
	    expr_binary(a, EXPR_BITOR, set, expr_index(a, pending, expr_u64(a, size, 0)),
	                expr_index(a, pending, expr_u64(a, size, 1 + tid)));
	const struct expr *open =
	    expr_unary(a, EXPR_BITNOT, set, expr_index(a, blocked, expr_u64(a, size, tid)));
	any = expr_binary(a, EXPR_BITAND, set, any, open);
	return expr_binary(a, EXPR_NE, type_c_int(p->types), any, expr_u64(a, set, 0));
}

void goto_find_interrupts(struct goto_prog *p, bool from_outside) {
	struct function *handle = find_function(p, "__model_interrupt");
	struct function *start = find_function(p, "__model_start_sender");
	struct signal_uses u = {0};
	for (size_t i = 0; handle && i < p->function.n; i++) {
		const struct function *f = p->function.at[i];
		for (size_t k = 0; k < f->ins.n && !f->is_model; k++) {
			look_at(&f->ins.at[k], &u);
			look_for_pointers(&f->ins.at[k], &u);
		}
	}
	bool handles = u.sets || (u.structs && u.mentions);
	if (start && !(handles && from_outside))
		drop_body(start);
	if (!handle || !(u.sends || (handles && from_outside)))
		return;
	p->interrupt.function = handle;
	p->interrupt.pending = prog_find(p, "__model_pending");
	p->interrupt.blocked = prog_find(p, "__model_blocked");
	for (uint32_t tid = 0; tid < INTERRUPT_THREADS; tid++)
		p->interrupt.when[tid] = is_pending(p, tid);
}

const struct expr *goto_interrupted(const struct goto_prog *p, uint32_t tid) {
	return p->interrupt.function && tid < INTERRUPT_THREADS ? p->interrupt.when[tid] : NULL;
}
