#include "symex/replay/depend.h"

#include <stdlib.h>
#include <string.h>

#include "goto/control.h"
#include "report/result.h"
#include "symex/step/access.h"
#include "symex/step/eval.h"

/* A longer execution is not looked at: all of it is kept. */
#define MAX_RECORDS 2000000
#define MAX_BYTES   65536 /* of an object, apart; those beyond count as one */
#define NONE        0     /* no record */

enum keeping { ASIDE, WEAK, KEPT }; /* WEAK: without what it depends on */

struct executed { /* of an instruction that was executed; [0] is none */
	uint32_t tid;
	uint32_t parent;  /* control */
	size_t use, over; /* its first ones */
	enum keeping mark;
	bool is_branch;
};

/* What a value is used for.  Flows of pointers are long, and say less than those of numbers. */
enum purpose { FOR_DATA, FOR_INDEX, FOR_POINTER };

struct use {
	uint32_t record;
	enum purpose purpose;
};

struct over { /* a write replaces the value of another one */
	uint32_t before;
	uint32_t object, byte;
};

struct open { /* a branch whose ways have not met yet, or a call that has not returned */
	uint32_t depth;
	uint32_t until; /* a branch: the instruction at which its ways meet */
	bool is_call;
	uint32_t record;
};

struct control_stack {
	VEC(struct open) open;
	uint32_t created; /* the record that created the thread */
	bool is_new;      /* it has done nothing so far */
};

struct bytes { /* of an object: the records that have written them last */
	uint32_t whole;
	VEC(uint32_t) at;
};

struct owner { /* a step of the counterexample belongs to the record */
	size_t first;
	uint32_t record;
};

/* How much of what something depends on is kept.  The first that leaves a page to read is chosen.
 */
enum detail {
	KEEP_ALL,
	KEEP_NO_POINTERS,  /* not how a pointer came to where it points to */
	KEEP_NO_ADDRESSES, /* nor an index */
	KEEP_VALUES,       /* nor what a branch depends on */
	DETAIL_N,
};

#define MAX_LINES 60 /* of a page */

struct depend {
	VEC(struct executed) record;
	VEC(struct use) use;
	VEC(struct over) over;
	VEC(struct control_stack) thread;
	VEC(struct bytes) object;
	struct map reg;     /* thread << 32 | register -> record */
	struct map control; /* function -> struct control * */
	VEC(struct control *) controls;
	VEC(struct owner) owner;
	VEC(uint32_t) work; /* kept, and what it depends on is still to be */
	VEC(uint32_t) seed; /* the violation itself */
	enum detail detail;
	bool gives_up;
};

struct depend *depend_open(void) {
	struct depend *d = mem_alloc(sizeof *d);
	*d = (struct depend){0};
	vec_push(&d->record, (struct executed){0});
	return d;
}

void depend_close(struct depend *d) {
	for (size_t i = 0; i < d->thread.n; i++)
		vec_free(&d->thread.at[i].open);
	for (size_t i = 0; i < d->object.n; i++)
		vec_free(&d->object.at[i].at);
	for (size_t i = 0; i < d->controls.n; i++) {
		control_close(d->controls.at[i]);
		mem_free(d->controls.at[i]);
	}
	vec_free(&d->controls);
	vec_free(&d->record);
	vec_free(&d->use);
	vec_free(&d->over);
	vec_free(&d->thread);
	vec_free(&d->object);
	vec_free(&d->owner);
	vec_free(&d->work);
	vec_free(&d->seed);
	map_free(&d->reg);
	map_free(&d->control);
	mem_free(d);
}

/* --- Data. --- */

static uint32_t current(const struct depend *d) {
	return (uint32_t)d->record.n - 1;
}

static void add_use(struct depend *d, uint32_t record, enum purpose purpose) {
	const struct executed *r = &vec_last(&d->record);
	if (record == NONE || record == current(d))
		return;
	for (size_t i = r->use; i < d->use.n; i++)
		if (d->use.at[i].record == record) {
			if (purpose < d->use.at[i].purpose)
				d->use.at[i].purpose = purpose;
			return;
		}
	vec_push(&d->use, ((struct use){record, purpose}));
}

static uint64_t register_key(uint32_t tid, uint32_t reg) {
	return (uint64_t)tid << 32 | reg;
}

static void use_register(struct depend *d, uint32_t tid, uint32_t reg, enum purpose purpose) {
	uint64_t record;
	if (map_get(&d->reg, register_key(tid, reg), &record))
		add_use(d, (uint32_t)record, purpose);
}

static void define_register(struct depend *d, uint32_t tid, uint32_t reg) {
	map_put(&d->reg, register_key(tid, reg), current(d));
}

/* The locals that an expression reads, or computes an address with. */
static void use_registers(struct depend *d, const struct state *st, const struct expr *e,
                          enum purpose purpose) {
	if (!e)
		return;
	if (e->kind == EXPR_SYMBOL && e->symbol->storage == STORAGE_AUTO)
		use_register(d, st->tid, st->frame->base + e->symbol->slot, purpose);
	for (uint32_t i = 0; i < e->nargs; i++) {
		bool is_index = i && (e->kind == EXPR_INDEX || (e->kind == EXPR_PTRADD && purpose));
		bool is_pointer = e->kind == EXPR_DEREF || (e->kind == EXPR_ADDR && !purpose);
		use_registers(d, st, e->arg[i], is_index ? FOR_INDEX : is_pointer ? FOR_POINTER : purpose);
	}
}

/* Those of an lvalue that is written: its own value is not read. */
static void use_address(struct depend *d, const struct state *st, const struct expr *lhs) {
	if (!lhs || lhs->kind == EXPR_SYMBOL)
		return;
	if (lhs->kind == EXPR_MEMBER || lhs->kind == EXPR_INDEX)
		use_address(d, st, lhs->arg[0]);
	if (lhs->kind == EXPR_INDEX)
		use_registers(d, st, lhs->arg[1], FOR_INDEX);
	if (lhs->kind == EXPR_DEREF)
		use_registers(d, st, lhs->arg[0], FOR_POINTER);
}

static struct bytes *bytes_of(struct depend *d, uint32_t object) {
	while (d->object.n <= object)
		vec_push(&d->object, (struct bytes){0});
	return &d->object.at[object];
}

static uint32_t writer_of(const struct bytes *b, uint64_t byte) {
	uint64_t at = byte < MAX_BYTES ? byte : MAX_BYTES;
	return at < b->at.n && b->at.at[at] ? b->at.at[at] : b->whole;
}

static void read_all(struct depend *d, const struct bytes *b) {
	uint32_t last = NONE;
	add_use(d, b->whole, FOR_DATA);
	for (size_t i = 0; i < b->at.n; i++) {
		if (b->at.at[i] != last)
			add_use(d, b->at.at[i], FOR_DATA);
		last = b->at.at[i];
	}
}

static void write_bytes(struct depend *d, struct bytes *b, uint32_t object, uint64_t from,
                        uint64_t n) {
	uint32_t last = NONE;
	for (uint64_t i = from; i < from + n; i++) {
		uint64_t at = i < MAX_BYTES ? i : MAX_BYTES;
		uint32_t before = writer_of(b, at);
		if (before != last && before != NONE && before != current(d))
			vec_push(&d->over, ((struct over){before, object, (uint32_t)at}));
		last = before;
		while (b->at.n <= at)
			vec_push(&b->at, NONE);
		b->at.at[at] = current(d);
	}
}

void depend_on_access(struct depend *d, struct symex *x, const struct access *a) {
	if (d->gives_up || !a->object)
		return;
	uint64_t offset;
	bool is_whole = !a->offset.ix || !term_get_u64(x->ts, a->offset, &offset);
	struct bytes *b = bytes_of(d, a->object);
	if (a->kind == ACCESS_EXISTENCE)
		add_use(d, b->whole, FOR_DATA);
	else if (a->kind == ACCESS_READ && is_whole)
		read_all(d, b);
	else if (a->kind == ACCESS_READ)
		for (uint32_t i = 0; i < a->bytes; i++)
			add_use(d, writer_of(b, offset + i), FOR_DATA);
	else if (is_whole) {
		b->whole = current(d);
		b->at.n = 0;
	} else
		write_bytes(d, b, a->object, offset, a->bytes);
}

void depend_on_assign(struct depend *d, const struct state *st, const struct expr *lhs) {
	if (d->gives_up || d->record.n == 1 || !st->frame)
		return;
	use_address(d, st, lhs);
	if (lhs->kind == EXPR_SYMBOL && lhs->symbol->storage == STORAGE_AUTO &&
	    !local_is_object(lhs->symbol))
		define_register(d, st->tid, st->frame->base + lhs->symbol->slot);
}

/* --- Control. --- */

static struct control_stack *stack_of(struct depend *d, uint32_t tid) {
	while (d->thread.n <= tid)
		vec_push(&d->thread, (struct control_stack){0});
	return &d->thread.at[tid];
}

static const struct control *control_of(struct depend *d, const struct function *f) {
	uint64_t known;
	if (map_get(&d->control, map_key(f), &known))
		return d->controls.at[known];
	struct control *c = mem_alloc(sizeof *c);
	control_open(c, f);
	map_put(&d->control, map_key(f), d->controls.n);
	vec_push(&d->controls, c);
	return c;
}

/* The branch, call or creation that decided that the thread comes to its next instruction. */
static uint32_t parent_of(struct depend *d, const struct state *st) {
	struct control_stack *s = stack_of(d, st->tid);
	while (s->open.n) {
		const struct open *o = &vec_last(&s->open);
		if (o->depth < st->frame->depth ||
		    (o->depth == st->frame->depth && (o->is_call || o->until != st->pc)))
			return o->record;
		s->open.n--;
	}
	return s->created;
}

/* An argument is a record of its own: who uses a parameter does not use the others. */
static void pass_argument(struct depend *d, const struct state *st, uint32_t call, uint32_t i) {
	const struct frame *f = st->frame;
	struct executed r = {.tid = st->tid, .parent = call, .use = d->use.n, .over = d->over.n};
	struct state caller = *st;
	caller.frame = f->up;
	vec_push(&d->record, r);
	if (f->up && f->call && i < f->call->nargs)
		use_registers(d, &caller, f->call->arg[i], FOR_DATA);
	define_register(d, st->tid, f->base + i);
}

void depend_on_call(struct depend *d, const struct state *st) {
	if (d->gives_up || d->record.n == 1)
		return;
	uint32_t call = current(d);
	struct open o = {.depth = st->frame->depth, .is_call = true, .record = call};
	vec_push(&stack_of(d, st->tid)->open, o);
	for (uint32_t i = 0; i < st->frame->function->nparams; i++)
		pass_argument(d, st, call, i);
}

void depend_on_create(struct depend *d, uint32_t tid) {
	stack_of(d, tid)->created = current(d);
	stack_of(d, tid)->is_new = true;
}

/* Whoever creates a thread passes its arguments. */
static void start_thread(struct depend *d, const struct state *st) {
	struct control_stack *s = stack_of(d, st->tid);
	for (uint32_t i = 0; s->is_new && i < st->frame->function->nparams; i++)
		map_put(&d->reg, register_key(st->tid, st->frame->base + i), s->created);
	s->is_new = false;
}

/* What follows an assertion that holds does not depend on it. */
static bool passes_assertion(const struct function *f, uint32_t pc, bool taken) {
	uint32_t at;
	return control_fails(f, taken ? pc + 1 : f->ins.at[pc].target, &at);
}

void depend_on_branch(struct depend *d, const struct state *st, bool taken) {
	const struct function *f = st->frame->function;
	struct control_stack *s = stack_of(d, st->tid);
	if (!d->gives_up && s->open.n && vec_last(&s->open).record == current(d) &&
	    passes_assertion(f, st->pc, taken))
		s->open.n--;
}

static void open_branch(struct depend *d, const struct state *st) {
	const struct function *f = st->frame->function;
	struct open o = {.depth = st->frame->depth, .record = current(d)};
	o.until = control_of(d, f)->next[st->pc];
	if (o.until != NO_POSTDOMINATOR)
		vec_push(&stack_of(d, st->tid)->open, o);
}

static void note_instruction(struct depend *d, const struct state *st) {
	const struct frame *f = st->frame;
	const struct ins *i = &f->function->ins.at[st->pc];
	uint32_t result = f->base + f->size - 1;
	bool is_call = i->kind == INS_CALL;
	bool passes = is_call && (i->rhs->kind != EXPR_SYMBOL || i->rhs->symbol->function);
	for (uint32_t k = 0; k < i->nargs && !passes; k++)
		use_registers(d, st, i->arg[k], FOR_DATA);
	use_registers(d, st, i->rhs, is_call ? FOR_POINTER : FOR_DATA);
	use_address(d, st, i->lhs);
	switch (i->kind) {
	case INS_DECL:
		if (!local_is_object(i->sym))
			define_register(d, st->tid, f->base + i->sym->slot);
		break;
	case INS_CALL: /* of an intrinsic; a function delivers its result at its end */
		if (i->lhs && i->lhs->kind == EXPR_SYMBOL && i->lhs->symbol->storage == STORAGE_AUTO)
			define_register(d, st->tid, f->base + i->lhs->symbol->slot);
		break;
	case INS_RETURN: define_register(d, st->tid, result); break;
	case INS_END: use_register(d, st->tid, result, FOR_DATA); break;
	case INS_GOTO:
		if (i->rhs)
			open_branch(d, st);
		break;
	default: break;
	}
}

void depend_on_step(struct depend *d, const struct state *st, size_t steps) {
	d->gives_up = d->gives_up || d->record.n > MAX_RECORDS;
	if (d->gives_up)
		return;
	uint32_t parent = parent_of(d, st);
	struct executed r = {.tid = st->tid, .parent = parent, .use = d->use.n, .over = d->over.n};
	vec_push(&d->record, r);
	if (!d->owner.n || vec_last(&d->owner).first != steps)
		vec_push(&d->owner, ((struct owner){steps, current(d)}));
	else
		vec_last(&d->owner).record = current(d);
	vec_last(&d->record).is_branch = st->frame->function->ins.at[st->pc].kind == INS_GOTO;
	start_thread(d, st);
	note_instruction(d, st);
}

/* --- What is kept. --- */

static void keep(struct depend *d, uint32_t record) {
	if (record == NONE || d->record.at[record].mark == KEPT)
		return;
	d->record.at[record].mark = KEPT;
	vec_push(&d->work, record);
}

static void keep_weakly(struct depend *d, uint32_t record) {
	for (; record != NONE && d->record.at[record].mark == ASIDE;
	     record = d->record.at[record].parent)
		d->record.at[record].mark = WEAK;
}

static size_t end_of_uses(const struct depend *d, uint32_t record) {
	return record == current(d) ? d->use.n : d->record.at[record + 1].use;
}

static size_t end_of_overs(const struct depend *d, uint32_t record) {
	return record == current(d) ? d->over.n : d->record.at[record + 1].over;
}

/* The writes of other threads to the byte, back to the last one of this thread or one that is kept
 * for another reason. */
static void keep_lost(struct depend *d, uint32_t tid, const struct over *over) {
	uint32_t record = over->before, next;
	for (; record != NONE && d->record.at[record].tid != tid && d->record.at[record].mark != KEPT;
	     record = next) {
		keep_weakly(d, record);
		next = NONE;
		for (size_t i = d->record.at[record].over; i < end_of_overs(d, record); i++)
			if (d->over.at[i].object == over->object && d->over.at[i].byte == over->byte)
				next = d->over.at[i].before;
	}
}

static bool is_followed(const struct depend *d, const struct executed *r, enum purpose purpose) {
	switch (d->detail) {
	case KEEP_ALL: return true;
	case KEEP_NO_POINTERS: return purpose != FOR_POINTER;
	case KEEP_NO_ADDRESSES: return purpose == FOR_DATA;
	case KEEP_VALUES:
	case DETAIL_N: return purpose == FOR_DATA && !r->is_branch;
	}
	return true;
}

static void keep_uses(struct depend *d, uint32_t record, bool all) {
	const struct executed *r = &d->record.at[record];
	keep(d, r->parent);
	for (size_t i = r->use; i < end_of_uses(d, record); i++)
		if (all || is_followed(d, r, d->use.at[i].purpose))
			keep(d, d->use.at[i].record);
}

/* The violation, and the branch right before it, are followed in any case. */
static void keep_seeds(struct depend *d) {
	for (size_t i = 0; i < d->seed.n; i++) {
		uint32_t seed = d->seed.at[i], parent = d->record.at[seed].parent;
		keep(d, seed);
		keep_uses(d, seed, true);
		if (d->record.at[parent].is_branch)
			keep_uses(d, parent, true);
	}
}

static void close_over_dependence(struct depend *d) {
	for (uint32_t r = 0; r < d->record.n; r++)
		d->record.at[r].mark = ASIDE;
	keep_seeds(d);
	while (d->work.n)
		keep_uses(d, d->work.at[--d->work.n], false);
	for (uint32_t r = 1; r < d->record.n; r++)
		for (size_t i = d->record.at[r].over;
		     d->record.at[r].mark == KEPT && i < end_of_overs(d, r); i++)
			keep_lost(d, d->record.at[r].tid, &d->over.at[i]);
}

void depend_on_next(struct depend *d, const struct state *view) {
	if (d->gives_up || !view->frame)
		return;
	struct executed r = {.tid = view->tid, .use = d->use.n, .over = d->over.n};
	r.parent = parent_of(d, view);
	vec_push(&d->record, r);
	const struct ins *i = &view->frame->function->ins.at[view->pc];
	use_registers(d, view, i->lhs, FOR_DATA);
	use_registers(d, view, i->rhs, FOR_DATA);
	for (uint32_t k = 0; k < i->nargs; k++)
		use_registers(d, view, i->arg[k], FOR_DATA);
	vec_push(&d->seed, current(d));
}

void depend_on_violation(struct depend *d, enum property_class class) {
	switch (class) {
	case PROPERTY_RACE:
	case PROPERTY_DEADLOCK: /* depend_on_next says what matters */
	case PROPERTY_LEAK:     /* no instruction says that something was forgotten */
	case PROPERTY_LOCK_ORDER:
	case PROPERTY_ATOMICITY:
	case PROPERTY_UNWIND:
	case PROPERTY_TERMINATION: return;
	default: break;
	}
	if (d->gives_up)
		return;
	vec_push(&d->seed, current(d));
}

/* --- Steps. --- */

struct marking {
	struct depend *depend;
	struct cex *cex;
	uint32_t *owner; /* by step: its record */
};

static void keep_step(struct marking *m, size_t step) {
	keep_weakly(m->depend, m->owner[step]);
}

static bool is_kept(const struct marking *m, size_t step) {
	const struct step *s = &m->cex->step.at[step];
	return !s->in_model && m->depend->record.at[m->owner[step]].mark != ASIDE &&
	       s->kind != STEP_CALL && s->kind != STEP_BLOCKED;
}

static bool does_more(const struct marking *m, uint32_t thread, size_t after) {
	for (size_t i = after; i < m->cex->step.n; i++)
		if (m->cex->step.at[i].thread == thread && is_kept(m, i))
			return true;
	for (size_t i = 0; i < m->cex->access.n; i++)
		if (m->cex->access.at[i].thread == thread)
			return true;
	return false;
}

static bool same_text(const char *a, const char *b) {
	return a && b && !strcmp(a, b);
}

/* The lock that the step takes: does the thread do something that is kept before it releases the
 * lock?  *release: the step that does; or the number of steps. */
static bool protects(const struct marking *m, size_t acquire, size_t *release) {
	const struct step *a = &m->cex->step.at[acquire];
	bool found = false;
	size_t i = acquire + 1;
	for (; i < m->cex->step.n; i++) {
		const struct step *s = &m->cex->step.at[i];
		if (s->thread != a->thread)
			continue;
		if (s->kind == STEP_RELEASE && same_text(s->lhs, a->lhs))
			break;
		found = found || is_kept(m, i);
	}
	*release = i;
	return found || (i == m->cex->step.n && m->cex->wait.n);
}

/* Taking locks inside others, a lock may be kept only because of another one. */
static void keep_locks(struct marking *m) {
	for (size_t i = 0; i < m->cex->step.n; i++) {
		size_t release;
		if (m->cex->step.at[i].kind != STEP_ACQUIRE || !protects(m, i, &release))
			continue;
		keep_step(m, i);
		if (release < m->cex->step.n)
			keep_step(m, release);
	}
}

static bool mentions(const struct step *call, const char *object) {
	return call->kind == STEP_CALL && !call->in_model && call->text && strstr(call->text, object);
}

/* The last call of another thread about the object before the thread goes on. */
static void keep_wakeup(struct marking *m, size_t blocked) {
	const struct step *s = &m->cex->step.at[blocked];
	size_t call = SIZE_MAX;
	for (size_t i = blocked + 1; i < m->cex->step.n && m->cex->step.at[i].thread != s->thread; i++)
		if (mentions(&m->cex->step.at[i], s->lhs))
			call = i;
	if (call != SIZE_MAX)
		keep_step(m, call);
}

static void keep_waits(struct marking *m) {
	for (size_t i = 0; i < m->cex->step.n; i++) {
		const struct step *s = &m->cex->step.at[i];
		bool waits = s->kind == STEP_BLOCKED && s->lhs && s->other == NO_THREAD;
		bool wakes = s->kind == STEP_NOTE;
		if ((!waits && !wakes) || !does_more(m, s->thread, i))
			continue;
		keep_step(m, i);
		if (waits)
			keep_wakeup(m, i);
	}
}

static bool begins(const char *text, const char *with) {
	return !strncmp(text, with, strlen(with));
}

/* The thread that a call waits for the end of; NO_THREAD: it is no such call. */
static uint32_t joined_by(const struct step *s) {
	if (s->kind != STEP_CALL || s->in_model || !s->text ||
	    (!begins(s->text, "pthread_join(T") && !begins(s->text, "thrd_join(T")))
		return NO_THREAD;
	return (uint32_t)strtoul(strchr(s->text, '(') + 2, NULL, 10);
}

static void keep_joins(struct marking *m) {
	for (size_t i = 0; i < m->cex->step.n; i++) {
		const struct step *s = &m->cex->step.at[i];
		uint32_t other = joined_by(s);
		if (other != NO_THREAD && does_more(m, other, 0) && does_more(m, s->thread, i))
			keep_step(m, i);
	}
}

static void keep_calls(struct marking *m, const char *object) {
	for (size_t i = 0; i < m->cex->step.n; i++)
		if (mentions(&m->cex->step.at[i], object))
			keep_step(m, i);
}

static void keep_steps(struct marking *m) {
	close_over_dependence(m->depend);
	keep_waits(m);
	keep_joins(m);
	keep_locks(m);
	for (size_t i = 0; i < m->cex->wait.n; i++)
		if (m->cex->wait.at[i].holder == NO_THREAD && m->cex->wait.at[i].object)
			keep_calls(m, m->cex->wait.at[i].object);
}

/* About as many lines as a report has. */
static size_t count_lines(const struct marking *m) {
	size_t n = 0;
	struct loc last = {0};
	for (size_t i = 0; i < m->cex->step.n; i++) {
		const struct step *s = &m->cex->step.at[i];
		if (s->in_model || s->kind == STEP_RETURN || s->kind == STEP_ASSUME ||
		    (s->kind == STEP_BRANCH && !s->shared) ||
		    m->depend->record.at[m->owner[i]].mark == ASIDE)
			continue;
		n += s->loc.line != last.line || s->loc.col != last.col;
		last = s->loc;
	}
	return n;
}

void depend_mark(struct depend *d, struct cex *cex) {
	if (d->gives_up || !d->seed.n)
		return;
	struct marking m = {d, cex, mem_alloc((cex->step.n + 1) * sizeof(uint32_t))};
	for (size_t i = 0, next = 0; i < cex->step.n; i++) {
		while (next < d->owner.n && d->owner.at[next].first <= i)
			next++;
		m.owner[i] = next ? d->owner.at[next - 1].record : NONE;
	}
	do
		keep_steps(&m);
	while (count_lines(&m) > MAX_LINES && ++d->detail < DETAIL_N);
	for (size_t i = 0; i < cex->step.n; i++) {
		struct step *s = &cex->step.at[i];
		s->aside = d->record.at[m.owner[i]].mark == ASIDE && s->kind != STEP_VIOLATION;
	}
	mem_free(m.owner);
}
