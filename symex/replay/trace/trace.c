#include "symex/replay/trace/trace.h"

#include <string.h>

#include "symex/config.h"
#include "symex/core/next_ins.h"
#include "symex/replay/trace/library.h"
#include "symex/replay/trace/depend.h"
#include "symex/replay/run/run_count.h"
#include "symex/replay/trace/site.h"
#include "symex/step/entry.h"
#include "symex/step/frame.h"
#include "symex/step/value/show.h"
#include "util/text/diag.h"

#define MAX_OPERANDS 4 /* of a condition or computation */

void trace_open(struct trace *t, const struct goto_prog *prog, struct arena *arena,
                uint32_t property) {
	*t = (struct trace){.arena = arena,
	                    .cex = arena_new(arena, struct cex),
	                    .goal = property,
	                    .depend = depend_open()};
	struct cex_thread first = {
	    .name = "main", .function = prog->entry ? prog->entry->display : "main", .created = NO_LOC};
	vec_push(&t->cex->thread, first);
}

/* A value of an argument that does not matter is no input that people look at. */
static void fold_made(struct step *s) {
	s->in_model = true;
	if (s->kind == STEP_INPUT)
		s->kind = STEP_ASSIGN;
}

void trace_close(struct trace *t, bool confirmed) {
	if (confirmed) {
		depend_mark(t->depend, t->cex);
		trace_mark_flushes(t->cex);
		trace_link(t->cex);
	} else {
		cex_free(t->cex);
	}
	for (size_t i = 0; confirmed && i < t->cex->step.n; i++)
		t->cex->step.at[i].aside &= !t->cex->step.at[i].guessed;
	for (size_t i = 0; confirmed && i < t->made.n; i++)
		if (t->cex->step.at[t->made.at[i]].aside)
			fold_made(&t->cex->step.at[t->made.at[i]]);
	vec_free(&t->made);
	vec_free(&t->call);
	vec_free(&t->store);
	vec_free(&t->executed);
	vec_free(&t->library_call);
	depend_close(t->depend);
	history_free(&t->places);
	names_free(&t->names);
	origins_free(&t->origins);
	unsets_free(&t->unsets);
}

static struct object_history *history_of(const struct symex *x) {
	return &trace_of(x)->places;
}

struct trace_names *trace_names(const struct symex *x) {
	return &trace_of(x)->names;
}

struct arena *trace_arena(const struct symex *x) {
	return trace_of(x)->arena;
}

#define MAX_DEPTH 64

/* The number of user functions above the running one, or above the one that called a model. */
static uint32_t depth_of(const struct frame *f) {
	uint32_t n = 0;
	for (; f && n <= MAX_DEPTH; f = f->up)
		n += !f->function->is_model;
	return n ? n - 1 : 0;
}

/* Is it code that the frontend has made for the arguments of the entry? */
static bool is_made(const struct state *st) {
	const struct function *f = st->frame->function;
	return !f->is_model && f->ins.at[st->pc].ghost;
}

static uint64_t counted_by(const struct trace *t, uint32_t tid) {
	return tid < t->executed.n ? t->executed.at[tid] : 0;
}

struct step *trace_add(struct symex *x, struct state *st, enum step_kind kind) {
	struct step s = {.kind = kind,
	                 .depth = depth_of(st->frame),
	                 .thread = st->tid,
	                 .loc = state_loc(st),
	                 .function = st->frame->function->symbol->display,
	                 .other = NO_THREAD,
	                 .in_model = st->frame->function->is_model ||
	                             st->frame->function->symbol == x->prog->init};
	s.counted = counted_by(trace_of(x), st->tid);
	vec_push(&trace_of(x)->cex->step, s);
	if (is_made(st))
		vec_push(&trace_of(x)->made, trace_of(x)->cex->step.n - 1);
	return &vec_last(&trace_of(x)->cex->step);
}

/* The step is told at the position of the user's call. */
void trace_at_call(struct step *step, const struct state *st) {
	const struct frame *f = st->frame;
	const struct created *c = (const struct created *)(uintptr_t)pmap_get(&st->created, st->tid);
	while (f && f->function->is_model)
		f = f->up;
	step->loc = state_user_loc(st);
	if (f)
		step->function = f->function->symbol->display;
	else if (c && c->function)
		step->function = c->function->display;
}

static bool is_shown(const struct state *st, const struct expr *lhs) {
	const struct symbol *s = site_root(lhs);
	return !next_ins(st)->hidden && !(s && s->is_temp) && type_is_scalar(lhs->type);
}

/* What is converted: a load of an atomic object converts to the type without _Atomic. */
static const struct expr *loaded(const struct expr *e) {
	while (e->kind == EXPR_CAST && type_is_scalar(e->arg[0]->type))
		e = e->arg[0];
	return e;
}

static bool is_part(const struct expr *e) {
	return e->kind == EXPR_MEMBER && e->field->is_part;
}

/* The lvalue of the source that an access to a unit (goto/program/units.h) belongs to. */
static const struct expr *source_lvalue(struct symex *x, const struct expr *e) {
	if (!is_part(e))
		return e;
	const struct record *r = e->field->name ? e->arg[0]->type->record : NULL;
	for (uint32_t i = 0; r && i < r->n; i++)
		if (r->field[i].name == e->field->name)
			return expr_member(x->prog->arena, e->arg[0], &r->field[i]);
	return e->arg[0];
}

/* The lvalue that the temporary called 'name' was loaded from; NULL: none. */
static const struct expr *loaded_from(const struct state *st, const char *name, size_t n) {
	const struct function *f = st->frame->function;
	for (uint32_t pc = st->pc; pc-- > 0;) {
		const struct ins *i = &f->ins.at[pc];
		bool holds = i->kind == INS_ASSIGN && is_part(i->lhs) && is_part(i->rhs);
		const struct expr *to = i->kind != INS_ASSIGN ? NULL : holds ? i->lhs->arg[0] : i->lhs;
		const struct symbol *s = to && to->kind == EXPR_SYMBOL ? to->symbol : NULL;
		if (!s || !s->is_temp || strlen(s->display) != n || memcmp(s->display, name, n) != 0)
			continue;
		const struct expr *from = holds ? i->rhs->arg[0] : loaded(i->rhs);
		return expr_is_lvalue(from) ? from : NULL;
	}
	return NULL;
}

/* "lock" for "lock._Value": the only member of an atomic_flag. */
static const char *without_member(struct arena *a, const char *text) {
	size_t n = strlen(text), end = strlen("._Value");
	bool is_flag = n > end && !strcmp(text + n - end, "._Value");
	return is_flag ? arena_printf(a, "%.*s", (int)(n - end), text) : text;
}

static bool has_temporary(const char *text) {
	const char *temp = strpbrk(text, "$@");
	return temp && temp[1] >= '0' && temp[1] <= '9';
}

/* What the lvalue is part of, where the source has no name for it: 'find(k)->state'. */
static const char *part_name(struct symex *x, struct state *st, const struct expr *e) {
	struct lvalue p = eval_lvalue(x, st, e);
	if (p.is_register || !p.is_known)
		return "memory";
	const char *address =
	    show_value(x, trace_arena(x), type_pointer(x->prog->types, e->type), lvalue_pointer(x, &p));
	return address + (*address == '&');
}

/* The lvalue as in the source: "p->n", where the program has loaded p into the temporary "$2". */
const char *trace_lvalue(struct symex *x, struct state *st, const struct expr *e) {
	struct arena *a = trace_arena(x);
	e = source_lvalue(x, e);
	const char *text = show_lvalue(x, st, a, e);
	for (unsigned iterations = 0; iterations < 4; iterations++) {
		const char *temp = strpbrk(text, "$@");
		size_t n = temp ? 1 + strspn(temp + 1, "0123456789") : 0;
		const struct expr *from = temp ? loaded_from(st, temp, n) : NULL;
		if (!from)
			break;
		const char *name = show_lvalue(x, st, a, from);
		bool wrap = *name == '*' && temp[n];
		text = arena_printf(a, "%.*s%s%s%s%s", (int)(temp - text), text, wrap ? "(" : "", name,
		                    wrap ? ")" : "", temp + n);
	}
	return without_member(a, has_temporary(text) ? part_name(x, st, e) : text);
}

static char *lvalue_value(struct symex *x, struct state *st, const struct expr *lhs) {
	struct lvalue p = eval_lvalue(x, st, lhs);
	return show_value(x, trace_arena(x), lhs->type, lvalue_read(x, st, &p));
}

const char *trace_callee(const struct symex *x, const struct state *st) {
	const struct symbol *callee = site_callee(st);
	return callee ? arena_printf(trace_arena(x), "%s()", callee->display) : NULL;
}

/* The function that a call through a pointer calls; NULL: there is none. */
static const struct symbol *called_through(struct symex *x, struct state *st, const struct ins *i) {
	uint32_t object;
	term offset;
	if (i->kind != INS_CALL || i->rhs->type->kind != TYPE_POINTER ||
	    !ptr_known(x, eval(x, st, i->rhs), &object, &offset) ||
	    x->object.at[object].kind != OBJECT_FUNCTION)
		return NULL;
	return x->object.at[object].symbol;
}

/* The name of an input that only a temporary holds: that of the call that returned it. */
static const char *input_name(struct symex *x, struct state *st, const struct symbol *temp) {
	const struct ins *i = next_ins(st);
	const char *callee = trace_callee(x, st);
	const struct symbol *pointed = called_through(x, st, i);
	if (pointed)
		return arena_printf(trace_arena(x), "%s()", pointed->display);
	if (callee)
		return callee;
	bool named = i->text && (i->kind == INS_ASSIGN || i->kind == INS_HAVOC);
	return named ? i->text : temp->display;
}

/* Identifies the memory of an lvalue: one variable has several names, and several have one name. */
static const char *memory_identity(struct symex *x, struct state *st, const struct expr *lhs) {
	struct arena *a = trace_arena(x);
	struct lvalue p = eval_lvalue(x, st, lhs);
	if (p.is_register)
		return arena_printf(a, "%s.%u.%u.%u", st->frame->function->symbol->display, st->tid,
		                    st->frame->depth, p.key);
	if (!p.is_known)
		return NULL;
	return arena_printf(a, "%u+%llu", p.object, (unsigned long long)p.offset * 8 + p.bit);
}

/* The function that user code called for the input; NULL: none. */
static const char *input_call(struct symex *x, struct state *st) {
	const struct ins *i = next_ins(st);
	if (st->frame->function->is_model)
		return NULL; /* the model may compute its result from the input */
	if (i->kind == INS_CALL)
		return i->rhs->kind == EXPR_SYMBOL ? i->rhs->symbol->display : NULL;
	size_t n = i->text ? strcspn(i->text, "( ") : 0;
	return n && i->text[n] ? arena_printf(trace_arena(x), "%.*s", (int)n, i->text) : NULL;
}

/* The suffix of a floating constant of this type; without it, its value may differ. */
static const char *suffix_of(const struct type *t) {
	if (t->kind != TYPE_FLOAT || t->bits == 64)
		return NULL;
	return t->bits == 32 ? "f" : "L";
}

static void on_input(struct symex *x, struct state *st, const struct expr *lhs, term value,
                     enum choice_kind kind) {
	const struct symbol *s = site_root(lhs);
	const struct ins *made = next_ins(st);
	if (made->kind == INS_HAVOC && made->hidden && !made->text && s && s->is_temp)
		return; /* a choice of ours */
	struct step *step = trace_add(x, st, STEP_INPUT);
	step->unmodelled = kind == CHOICE_UNMODELLED;
	if (is_made(st) && s && s->is_temp) /* how an argument was chosen */
		fold_made(step);
	if (step->unmodelled && step->in_model)
		trace_at_call(step, st);
	step->lhs = s && s->is_temp ? input_name(x, st, s) : trace_lvalue(x, st, lhs);
	step->value = show_value(x, trace_arena(x), lhs->type, value);
	step->memory = s && s->is_temp ? NULL : memory_identity(x, st, lhs);
	step->suffix = suffix_of(lhs->type);
	step->call = input_call(x, st);
	depend_on_assign(trace_of(x)->depend, st, lhs);
}

static void on_bytes(struct symex *x, struct state *st, term pointer, uint64_t n) {
	struct arena *a = trace_arena(x);
	struct step *step = trace_add(x, st, STEP_INPUT);
	step->in_model = false;
	trace_at_call(step, st);
	const char *name = next_ins(st)->text;
	if (!n && is_made(st))
		fold_made(step);
	if (!name)
		name = show_value(x, a, type_void_pointer(x->prog->types), pointer);
	step->lhs =
	    arena_printf(a, "%llu byte%s at %s", (unsigned long long)n, n == 1 ? "" : "s", name);
	step->value = show_bytes(x, st, a, pointer, n);
}

static void on_note(struct symex *x, struct state *st, const char *text) {
	struct step *s = trace_add(x, st, STEP_NOTE);
	s->text = arena_printf(trace_arena(x), "%s", text);
	s->in_model = false; /* shown even where steps of the library are not */
	trace_at_call(s, st);
}

/* Does the value of 'e' come from memory that other threads may reach? */
static bool reads_shared(const struct expr *e) {
	if (e->kind == EXPR_SYMBOL)
		return e->symbol->is_shared;
	if (e->kind == EXPR_ADDR)
		return false;
	bool found = e->kind == EXPR_DEREF;
	for (uint32_t i = 0; i < e->nargs && !found; i++)
		found = reads_shared(e->arg[i]);
	return found;
}

/* The same, or from an atomic object: it is meant for other threads. */
static bool reads_of_others(const struct expr *e) {
	bool found = reads_shared(e) || e->order != MEM_PLAIN;
	for (uint32_t i = 0; e->kind != EXPR_ADDR && i < e->nargs && !found; i++)
		found = reads_of_others(e->arg[i]);
	return found;
}

/* A load that lowering made an instruction of its own, like that of x in 'x++': a context switch
 * may follow it. */
static bool add_read(struct symex *x, struct state *st, const struct expr *lhs) {
	const struct ins *i = next_ins(st);
	const struct expr *read = i->kind == INS_ASSIGN ? loaded(i->rhs) : NULL;
	const struct expr *from = read ? source_lvalue(x, read) : NULL;
	if (!from || st->nthreads < 2 || !expr_is_lvalue(from) || !reads_of_others(from) ||
	    !type_is_scalar(from->type))
		return false;
	struct step *step = trace_add(x, st, STEP_READ);
	step->lhs = trace_lvalue(x, st, from);
	step->value = lvalue_value(x, st, from == read && type_is_scalar(lhs->type) ? lhs : from);
	step->memory = memory_identity(x, st, from);
	step->shared = true;
	trace_read(x, st, from, step);
	if (lhs->kind == EXPR_SYMBOL && !step->in_model)
		origins_read(&trace_of(x)->origins, st, lhs->symbol,
		             (struct origin){step->lhs, step->value, step->memory, step->loc});
	return true;
}

static void add_operand(struct symex *, struct state *, const struct expr *);

/* The loads of shared memory in 'e', "left" of "left - 1". */
static void add_shared(struct symex *x, struct state *st, const struct expr *e, unsigned *n) {
	if (e->kind == EXPR_ADDR || *n == MAX_OPERANDS)
		return;
	bool is_load = expr_is_lvalue(e) && type_is_scalar(e->type);
	for (uint32_t i = 0; !is_load && i < e->nargs; i++)
		add_shared(x, st, e->arg[i], n);
	const struct symbol *s = site_root(e);
	if (!is_load || (s && s->is_temp) || !reads_of_others(e) || !site_is_readable(x, st, e))
		return;
	++*n;
	add_operand(x, st, e);
}

/* The same where lowering has put it together with a computation: '$1 = x - 1' of '--x == 0'. */
static void add_reads(struct symex *x, struct state *st, const struct expr *lhs) {
	const struct ins *i = next_ins(st);
	unsigned n = 0;
	if (i->kind == INS_ASSIGN && lhs->kind == EXPR_SYMBOL && lhs->symbol->is_temp &&
	    st->nthreads > 1 && !st->frame->function->is_model)
		add_shared(x, st, i->rhs, &n);
}

/* A temporary has got its value. */
static void note_origin(struct symex *x, struct state *st, const struct expr *lhs) {
	const struct ins *i = next_ins(st);
	if (lhs->kind == EXPR_SYMBOL)
		origins_assign(&trace_of(x)->origins, st, lhs->symbol,
		               i->kind == INS_ASSIGN ? i->rhs : NULL);
}

static const char *on_before(struct symex *x, struct state *st, const struct expr *lhs) {
	const struct ins *i = next_ins(st);
	lost_before(x, st, history_of(x), trace_arena(x), lhs);
	unsets_before(x, st, &trace_of(x)->unsets, i->kind == INS_ASSIGN ? i->rhs : NULL);
	lhs = source_lvalue(x, lhs);
	if (!x->prog->has_threads || !is_shown(st, lhs) || !reads_shared(lhs))
		return NULL;
	return lvalue_value(x, st, lhs);
}

static void on_assign(struct symex *x, struct state *st, const struct expr *lhs,
                      const char *before) {
	depend_on_assign(trace_of(x)->depend, st, lhs);
	unsets_assign(st, &trace_of(x)->unsets, lhs);
	lhs = source_lvalue(x, lhs);
	if (!is_shown(st, lhs)) {
		if (!add_read(x, st, lhs)) {
			add_reads(x, st, lhs);
			note_origin(x, st, lhs);
		}
		return;
	}
	struct step *step = trace_add(x, st, STEP_ASSIGN);
	step->lhs = trace_lvalue(x, st, lhs);
	step->value = lvalue_value(x, st, lhs);
	step->memory = memory_identity(x, st, lhs);
	step->shared = x->prog->has_threads && reads_shared(lhs);
	const struct ins *i = next_ins(st);
	step->reads_shared =
	    x->prog->has_threads && i->kind == INS_ASSIGN && i->rhs && reads_shared(i->rhs);
	step->suffix = suffix_of(lhs->type);
	step->before = before;
	trace_assigned(x, st, lhs, step);
}

static void add_operand(struct symex *x, struct state *st, const struct expr *e) {
	struct step *step = trace_add(x, st, STEP_READ);
	step->lhs = trace_lvalue(x, st, e);
	step->value = lvalue_value(x, st, e);
	step->memory = memory_identity(x, st, e);
	step->shared = x->prog->has_threads && reads_shared(e);
	trace_read(x, st, e, step);
}

/* Adds the reads of a condition: only those operands that are evaluated. */
static void add_operands(struct symex *x, struct state *st, const struct expr *e, unsigned *n) {
	if (e->kind == EXPR_ADDR || *n == MAX_OPERANDS)
		return;
	if (!expr_is_lvalue(e) || !type_is_scalar(e->type)) {
		for (uint32_t i = 0; i < e->nargs; i++) {
			add_operands(x, st, e->arg[i], n);
			bool decides = e->kind == EXPR_LAND || e->kind == EXPR_LOR;
			if (decides && !i && site_is_readable(x, st, e->arg[0]) &&
			    term_is_true(x->ts, eval_condition(x, st, e->arg[0])) == (e->kind == EXPR_LOR))
				return;
		}
		return;
	}
	const struct symbol *s = site_root(e);
	if ((s && (s->is_temp || s->type->kind == TYPE_FUNC)) || !site_is_readable(x, st, e))
		return;
	++*n;
	add_operand(x, st, e);
}

/* Does the branch lead to the violated assertion?  'assert (c)' is a branch around one that fails.
 */
static bool leads_to_goal(const struct symex *x, const struct state *st, bool taken) {
	const struct ins *i = next_ins(st);
	const struct ins *next = taken ? &st->frame->function->ins.at[i->target] : i + 1;
	return next->kind == INS_ASSERT && next->property == trace_of(x)->goal;
}

static bool is_here(const struct state *st, struct loc loc) {
	struct loc here = state_loc(st);
	return here.file == loc.file && here.line == loc.line && here.col == loc.col;
}

/* Adds what the temporaries of a condition were read from, unless the same statement has read it.
 */
static bool add_origins(struct symex *x, struct state *st, const struct expr *e, unsigned *n) {
	const struct origin *found[MAX_OPERANDS];
	unsigned count = st->frame->function->is_model
	                     ? 0
	                     : origins_find(&trace_of(x)->origins, st, e, found, MAX_OPERANDS);
	for (unsigned i = 0; i < count; i++) {
		struct origin from = *found[i];
		if (is_here(st, from.loc))
			continue;
		struct step *step = trace_add(x, st, STEP_READ);
		step->lhs = from.lhs;
		step->value = from.value;
		step->memory = from.memory;
		step->shared = true;
		++*n;
	}
	return count > 0;
}

static void on_branch(struct symex *x, struct state *st, bool taken) {
	const struct ins *i = next_ins(st);
	unsigned operands = 0;
	depend_on_branch(trace_of(x)->depend, st, taken);
	bool is_shared = st->nthreads > 1 && reads_of_others(i->rhs);
	unsets_decide(x, st, &trace_of(x)->unsets, i->rhs);
	if (!i->hidden && i->text)
		is_shared |= add_origins(x, st, i->rhs, &operands);
	bool is_shown_branch = !i->hidden && i->text;
	if ((is_shown_branch && is_shared) || leads_to_goal(x, st, taken))
		add_operands(x, st, i->rhs, &operands);
	if (!is_shown_branch)
		return;
	struct step *step = trace_add(x, st, STEP_BRANCH);
	step->text = i->text;
	step->value = taken == i->when_true ? "true" : "false";
	step->shared = is_shared;
	if (site_is_readable(x, st, i->rhs))
		step->operands = show_comparison(x, st, trace_arena(x), i->rhs, i->when_true);
}

/* In models of threads, the parameter 'thread' is the number of a thread plus 1, unless it is a
 * pointer to the result; NO_THREAD: it is no such parameter. */
static uint32_t thread_argument(struct symex *x, struct state *st, struct symbol *s) {
	uint64_t number;
	if (!st->frame->function->is_model || strcmp(s->display, "thread") != 0 ||
	    s->type->kind != TYPE_INT)
		return NO_THREAD;
	struct lvalue p = eval_lvalue(x, st, expr_symbol(x->prog->arena, s));
	bool is_thread =
	    term_get_u64(x->ts, lvalue_read(x, st, &p), &number) && number && number <= st->nthreads;
	return is_thread ? (uint32_t)number - 1 : NO_THREAD;
}

static const char *argument_text(struct symex *x, struct state *st, struct symbol *s) {
	if (!type_is_scalar(s->type))
		return "...";
	uint32_t thread = thread_argument(x, st, s);
	return thread == NO_THREAD ? lvalue_value(x, st, expr_symbol(x->prog->arena, s))
	                           : trace_thread_name(x, thread);
}

static void on_call(struct symex *x, struct state *st) {
	const struct function *f = st->frame->function;
	depend_on_call(trace_of(x)->depend, st);
	struct arena *a = trace_arena(x);
	unsets_call(x, st, &trace_of(x)->unsets);
	const char *name = f->symbol->display, **arg = arena_array(a, const char *, f->nparams);
	for (uint32_t i = 0; i < f->nparams; i++)
		arg[i] = argument_text(x, st, f->local.at[i]);
	bool joins = f->is_model && (!strcmp(name, "pthread_join") || !strcmp(name, "thrd_join"));
	uint32_t joined = joins ? thread_argument(x, st, f->local.at[0]) : NO_THREAD;
	struct state caller = *st;
	caller.frame = st->frame->up;
	caller.pc = frame_call_pc(st->frame);
	struct step *step = trace_add(x, &caller, STEP_CALL);
	step->call = name;
	step->arg = arg;
	step->nargs = f->nparams;
	step->other = joined;
	step->in_model |= !strncmp(name, "__model_", 8); /* the user has called something else */
}

static void on_return(struct symex *x, struct state *st) {
	const struct frame *f = st->frame;
	const struct type *t = f->function->symbol->type->elem;
	uint64_t reg = pmap_get(&st->reg, f->base + f->size - 1);
	const struct ins *i = &f->function->ins.at[st->pc];
	const struct expr *value = i->kind == INS_RETURN ? i->rhs : NULL;
	origins_return(&trace_of(x)->origins, st, value);
	unsets_return(x, st, &trace_of(x)->unsets, value);
	struct step *step = trace_add(x, st, STEP_RETURN);
	step->call = f->function->symbol->display;
	if (reg && type_is_scalar(t)) {
		step->value = show_value(x, trace_arena(x), t, reg_term(x, reg));
		step->suffix = suffix_of(t);
	}
}

static void on_switch(struct symex *x, struct state *st) {
	(void)st;
	trace_of(x)->cex->context_switches++;
}

static void on_loop(struct symex *x, struct state *st) {
	(void)st;
	trace_of(x)->cex->loop = (uint32_t)trace_of(x)->cex->step.n + 1;
}

static const char *on_name(struct symex *x, struct arena *a, uint32_t object, uint64_t offset,
                           const struct type *want) {
	return names_value(x, &trace_of(x)->names, a, (struct memory_part){object, offset, want});
}

/* The environment calls a function: its arguments are inputs. */
static void on_entry(struct symex *x, struct state *st, const struct function *f,
                     const struct argument *arg) {
	bool is_entry = x->prog->entry && f == x->prog->entry->function;
	if (is_entry)
		trace_externs(x, st);
	for (uint32_t i = 0; i < f->nparams && !(is_entry && entry_ignores_arguments(f)); i++)
		if (is_entry && entry_is_main(f) && i > 0)
			i == 1 ? trace_argv(x, st, f->local.at[1], arg[1].value, arg[0].value) : (void)0;
		else if (type_is_scalar(f->local.at[i]->type))
			on_input(x, st, expr_symbol(x->prog->arena, f->local.at[i]), arg[i].value,
			         CHOICE_INPUT);
}

/* The violation in the words of this execution, where those of the search have no good name. */
static void reword(struct symex *x, struct state *st, struct step *violation) {
	struct trace *t = trace_of(x);
	const struct cex *cex = t->cex;
	for (const struct frame *f = st->frame; f && !t->function; f = f->up)
		t->function = f->function->is_model ? NULL : f->function->symbol->display;
	trace_race_names(x, st);
	if (t->is_library_race || (cex->access.n && strstr(violation->text, "'memory'")))
		t->text = arena_printf(t->arena, "data race on '%s'", cex->access.at[t->raced].lvalue);
	else if (cex->order.n)
		t->text = arena_printf(t->arena, "locks %s and %s are taken in different orders",
		                       cex->order.at[0].held.object, cex->order.at[0].taken.object);
	else if (library_text(st, t->arena, violation->text) != violation->text)
		t->text = library_text(st, t->arena, violation->text);
	if (t->text)
		violation->text = t->text;
}

static void on_violation(struct symex *x, struct state *st, uint32_t property) {
	const struct ins *i = next_ins(st);
	unsigned operands = 0;
	if (i->kind == INS_ASSERT) {
		unsets_decide(x, st, &trace_of(x)->unsets, i->rhs);
		add_origins(x, st, i->rhs, &operands);
		add_operands(x, st, i->rhs, &operands);
	}
	struct step *step = trace_add(x, st, STEP_VIOLATION);
	trace_at_call(step, st);
	step->text = properties_at(x->properties, property)->text;
	depend_on_violation(trace_of(x)->depend, properties_at(x->properties, property)->class);
	if (properties_at(x->properties, property)->class == PROPERTY_DEADLOCK)
		trace_blocked(x, st);
	history_describe(x, st, history_of(x), trace_arena(x), trace_of(x)->cex);
	unsets_tell(&trace_of(x)->unsets, history_of(x), trace_of(x)->cex);
	trace_history(x, st, properties_at(x->properties, property)->class);
	names_resolve(x, &trace_of(x)->names, history_of(x), trace_arena(x), trace_of(x)->cex);
	reword(x, st, &vec_last(&trace_of(x)->cex->step));
}

static void on_allocation(struct symex *x, struct state *st, uint32_t object) {
	history_begin(history_of(x), st, object);
}

/* The user's call that frees the block. */
static void note_free(struct symex *x, const struct state *st, uint32_t object) {
	struct cex *cex = trace_of(x)->cex;
	for (size_t i = cex->step.n; i-- > 0;) {
		struct step *s = &cex->step.at[i];
		if (s->thread != st->tid || s->in_model)
			continue;
		if (s->kind == STEP_CALL)
			s->memory = arena_printf(trace_arena(x), "%u", object);
		return;
	}
}

static void on_end(struct symex *x, struct state *st, uint32_t object) {
	history_end(history_of(x), st, object);
	if (x->object.at[object].kind == OBJECT_HEAP)
		note_free(x, st, object);
	lost_end(x, st, history_of(x), trace_arena(x), object);
}

static void count_step(struct trace *t, const struct state *st) {
	while (t->executed.n <= st->tid)
		vec_push(&t->executed, 0);
	t->executed.at[st->tid] += run_counts_here(st);
}

static void on_step(struct symex *x, const struct state *st) {
	struct trace *t = trace_of(x);
	t->places.keeps_lost = properties_at(x->properties, t->goal)->class == PROPERTY_LEAK;
	if (x->config->cover) /* its tests have the rows of the report */
		count_step(t, st);
	lost_step(x, st, &t->places, t->arena);
	depend_on_step(t->depend, st, t->cex->step.n);
}

static void on_access(struct symex *x, const struct state *st, const struct access *a) {
	lost_write(x, st, history_of(x), trace_arena(x), a);
	depend_on_access(trace_of(x)->depend, x, a);
}

const struct observer trace_observer = {
    .step = on_step,
    .access = on_access,
    .branch = on_branch,
    .before = on_before,
    .assign = on_assign,
    .call = on_call,
    .returns = on_return,
    .note = on_note,
    .name = on_name,
    .allocates = on_allocation,
    .ends = on_end,
    .input = on_input,
    .bytes = on_bytes,
    .typed = trace_typed,
    .unmodelled = trace_unmodelled,
    .entry = on_entry,
    .context_switch = on_switch,
    .stop = trace_stop,
    .loop = on_loop,
    .create = trace_create,
    .thread_end = trace_thread_end,
    .acquire = trace_acquire,
    .release = trace_release,
    .interrupt = trace_interrupt,
    .signal = trace_signal,
    .race = trace_race,
    .flush = trace_flush,
    .event = trace_event,
    .raced = trace_raced,
    .execution = trace_execution,
    .opened = trace_opened,
    .returned = trace_returned,
    .violation = on_violation,
    .lock_edge = trace_lock_edge,
};
