#include "symex/replay/trace/depend.h"

#include "goto/analysis/control.h"
#include "symex/core/next_ins.h"
#include "symex/replay/trace/depend_impl.h"
#include "symex/step/value/access.h"
#include "symex/step/value/eval.h"

/* A longer execution is not looked at: all of it is kept. */
#define MAX_RECORDS 2000000
#define MAX_BYTES   65536 /* of an object, apart; those beyond count as one */

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

static void add_use(struct depend *d, uint32_t record, enum purpose purpose) {
	const struct executed *r = &vec_last(&d->record);
	if (record == NO_RECORD || record == depend_current(d))
		return;
	for (size_t i = r->use; i < d->use.n; i++)
		if (d->use.at[i].record == record) {
			if (purpose < d->use.at[i].purpose)
				d->use.at[i].purpose = purpose;
			return;
		}
	vec_push(&d->use, ((struct value_use){record, purpose}));
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
	map_put(&d->reg, register_key(tid, reg), depend_current(d));
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

static struct last_writers *bytes_of(struct depend *d, uint32_t object) {
	while (d->object.n <= object)
		vec_push(&d->object, (struct last_writers){0});
	return &d->object.at[object];
}

static uint32_t writer_of(const struct last_writers *b, uint64_t byte) {
	uint64_t at = byte < MAX_BYTES ? byte : MAX_BYTES;
	return at < b->at.n && b->at.at[at] ? b->at.at[at] : b->whole;
}

static void read_all(struct depend *d, const struct last_writers *b) {
	uint32_t last = NO_RECORD;
	add_use(d, b->whole, FOR_DATA);
	for (size_t i = 0; i < b->at.n; i++) {
		if (b->at.at[i] != last)
			add_use(d, b->at.at[i], FOR_DATA);
		last = b->at.at[i];
	}
}

static void write_bytes(struct depend *d, struct last_writers *b, uint32_t object, uint64_t from,
                        uint64_t n) {
	uint32_t last = NO_RECORD;
	for (uint64_t i = from; i < from + n; i++) {
		uint64_t at = i < MAX_BYTES ? i : MAX_BYTES;
		uint32_t before = writer_of(b, at);
		if (before != last && before != NO_RECORD && before != depend_current(d))
			vec_push(&d->over, ((struct over){before, object, (uint32_t)at}));
		last = before;
		while (b->at.n <= at)
			vec_push(&b->at, NO_RECORD);
		b->at.at[at] = depend_current(d);
	}
}

void depend_on_access(struct depend *d, struct symex *x, const struct access *a) {
	if (d->gives_up || !a->object)
		return;
	uint64_t offset;
	bool is_whole = !a->offset.ix || !term_get_u64(x->ts, a->offset, &offset);
	struct last_writers *b = bytes_of(d, a->object);
	if (a->kind == ACCESS_EXISTENCE)
		add_use(d, b->whole, FOR_DATA);
	else if (a->kind == ACCESS_READ && is_whole)
		read_all(d, b);
	else if (a->kind == ACCESS_READ)
		for (uint32_t i = 0; i < a->bytes; i++)
			add_use(d, writer_of(b, offset + i), FOR_DATA);
	else if (is_whole) {
		b->whole = depend_current(d);
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
	uint32_t call = depend_current(d);
	struct open o = {.depth = st->frame->depth, .is_call = true, .record = call};
	vec_push(&stack_of(d, st->tid)->open, o);
	for (uint32_t i = 0; i < st->frame->function->nparams; i++)
		pass_argument(d, st, call, i);
}

void depend_on_create(struct depend *d, uint32_t tid) {
	stack_of(d, tid)->created = depend_current(d);
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
	if (!d->gives_up && s->open.n && vec_last(&s->open).record == depend_current(d) &&
	    passes_assertion(f, st->pc, taken))
		s->open.n--;
}

static void open_branch(struct depend *d, const struct state *st) {
	const struct function *f = st->frame->function;
	struct open o = {.depth = st->frame->depth, .record = depend_current(d)};
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
		vec_push(&d->owner, ((struct step_owner){steps, depend_current(d)}));
	else
		vec_last(&d->owner).record = depend_current(d);
	vec_last(&d->record).is_branch = next_ins(st)->kind == INS_GOTO;
	start_thread(d, st);
	note_instruction(d, st);
}

void depend_on_next(struct depend *d, const struct state *view) {
	if (d->gives_up || !view->frame)
		return;
	struct executed r = {.tid = view->tid, .use = d->use.n, .over = d->over.n};
	r.parent = parent_of(d, view);
	vec_push(&d->record, r);
	const struct ins *i = next_ins(view);
	use_registers(d, view, i->lhs, FOR_DATA);
	use_registers(d, view, i->rhs, FOR_DATA);
	for (uint32_t k = 0; k < i->nargs; k++)
		use_registers(d, view, i->arg[k], FOR_DATA);
	vec_push(&d->seed, depend_current(d));
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
	vec_push(&d->seed, depend_current(d));
}
