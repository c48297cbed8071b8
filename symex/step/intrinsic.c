/* The intrinsics of pthread-models/mc.h, other than those that the frontend lowers. */
#include "symex/step/intrinsic.h"

#include <string.h>

#include "symex/config.h"
#include "symex/core/naming.h"
#include "symex/memory/block.h"
#include "symex/memory/content.h"
#include "symex/memory/gate.h"
#include "symex/observer.h"
#include "symex/step/value/access.h"
#include "symex/step/apart.h"
#include "symex/step/value/calculate.h"
#include "symex/step/calls.h"
#include "symex/step/value/eval.h"
#include "symex/step/thread/held.h"
#include "symex/step/jump.h"
#include "symex/step/check/leak.h"
#include "symex/step/lifetime.h"
#include "symex/step/check/lock_order.h"
#include "symex/step/loop.h"
#include "symex/step/wakeup.h"
#include "symex/symex_stats.h"
#include "symex/step/value/small.h"
#include "util/text/diag.h"
#include "util/base/intern.h"

enum { MAX_SYMBOLIC_BYTES = 64 };   /* of a copy of unknown length that is made byte by byte */
enum { PAGE_BYTES = 4096 };         /* the alignment of mappings */
enum { ALIGNED_ALLOC = 16 };        /* __mc_aligned */
enum { MAX_EVENT_BYTES = 1 << 24 }; /* of a transfer of which each cell is an event */

static term argument(struct symex *x, struct state *st, const struct ins *i, uint32_t k,
                     const struct type *as) {
	if (k >= i->nargs)
		BUG("intrinsic with %u arguments", i->nargs);
	return eval_cast(x, st, eval(x, st, i->arg[k]), i->arg[k]->type, as);
}

static term pointer_argument(struct symex *x, struct state *st, const struct ins *i, uint32_t k) {
	return symex_fix(x, st, argument(x, st, i, k, type_void_pointer(x->prog->types)));
}

static term size_argument(struct symex *x, struct state *st, const struct ins *i, uint32_t k) {
	return symex_fix(x, st, argument(x, st, i, k, type_size(x->prog->types)));
}

static void set_result(struct symex *x, struct state *st, const struct ins *i, term value,
                       const struct type *type) {
	if (!i->lhs)
		return;
	struct lvalue p = eval_lvalue(x, st, i->lhs);
	lvalue_write(x, st, &p, eval_cast(x, st, value, type, i->lhs->type));
}

/* The depth of the youngest frame of user code: memory of alloca belongs to it, not to the model.
 */
static uint32_t user_depth(const struct state *st) {
	const struct frame *f = st->frame;
	while (f->up && f->function->is_model)
		f = f->up;
	return f->depth;
}

static void alloc(struct symex *x, struct state *st, const struct ins *i) {
	static const struct { /* by the enumerators of mc.h */
		enum object_kind kind;
		uint32_t align;
		bool is_mapping, is_constant, is_given;
	} made[] = {
	    {OBJECT_HEAP, 16, false, false, false},       {OBJECT_STACK, 16, false, false, false},
	    {OBJECT_INTERNAL, 16, false, false, false},   {OBJECT_HEAP, PAGE_BYTES, true, false, false},
	    {OBJECT_HEAP, PAGE_BYTES, true, true, false}, {OBJECT_HEAP, 16, false, false, true}};
	uint64_t kind = 0;
	term_get_u64(x->ts, argument(x, st, i, 1, type_c_int(x->prog->types)), &kind);
	uint32_t choice = symex_choice(x, st, CHOICE_MEMORY, state_guard(x, st));
	uint32_t align = 0;
	if (kind >= ALIGNED_ALLOC && kind < ALIGNED_ALLOC + 31)
		align = UINT32_C(1) << (kind - ALIGNED_ALLOC);
	if (kind >= sizeof made / sizeof *made)
		kind = 0;
	struct object o = {.kind = made[kind].kind,
	                   .size = size_argument(x, st, i, 0),
	                   .align = align ? align : made[kind].align,
	                   .is_mapping = made[kind].is_mapping,
	                   .is_constant = made[kind].is_constant,
	                   .is_given = made[kind].is_given,
	                   .allocated = state_guard(x, st),
	                   .choice = choice,
	                   .loc = state_user_loc(st)};
	uint32_t id = memory_object(x, o);
	/* A specification reads nothing that it has not written; a content without names makes more of
	 * its memories equal. */
	bool is_spec = x->engine->calls.is_specification;
	memory_put(x, st, id, is_spec ? memory_zero(x) : memory_fresh(x, choice));
	observe(x, allocates, st, id);
	if (o.kind == OBJECT_HEAP)
		access_blocks(x, SPAN_ADD);
	if (o.kind == OBJECT_STACK)
		pmap_set(&x->pool, &st->stack, id, user_depth(st) + 1);
	term p = ptr_make(x, id, term_u64(x->ts, x->address_bits, 0));
	set_result(x, st, i, p, type_void_pointer(x->prog->types));
}

/* The word is an object of its own, whose start is the pointer. */
static bool guard_mapping(struct symex *x, struct state *st, const struct ins *i) {
	uint32_t mapping, word;
	term offset;
	bool known = ptr_known(x, pointer_argument(x, st, i, 0), &mapping, &offset) &&
	             ptr_known(x, pointer_argument(x, st, i, 1), &word, &offset);
	if (!known || x->engine->summaries.exist) {
		symex_unsupported(x, st, term_true(x->ts), "mprotect, and any number of threads");
		return false;
	}
	x->object.at[mapping].guard = word;
	return true;
}

/* The most bytes that a transfer of symbolic length can have: the size of the smallest object. */
static bool most_bytes(struct symex *x, term pointer, uint64_t *most) {
	struct pointees t;
	bool known = true;
	ptr_targets(x, pointer, &t);
	for (size_t i = 0; i < t.list.n; i++) {
		uint64_t size;
		known &= term_get_u64(x->ts, x->object.at[t.list.at[i].object].size, &size);
		if (known && size > *most)
			*most = size;
	}
	vec_free(&t.list);
	return known;
}

/* A byte of a transfer whose length is not constant is accessed only if it is within the length. */
static term is_moved(struct symex *x, uint64_t at, term n) {
	return term_ult(x->ts, term_u64(x->ts, x->address_bits, at), n);
}

static void move_byte(struct symex *x, struct state *st, term to, term value, uint64_t at, term n) {
	term where = ptr_add(x, to, term_u64(x->ts, x->address_bits, at));
	memory_write_if(x, st, where, (struct scalar){1, false}, value, is_moved(x, at, n));
}

static void transfer(struct symex *x, struct state *st, const struct ins *i, bool is_copy) {
	term to = pointer_argument(x, st, i, 0), n = size_argument(x, st, i, 2);
	term from = is_copy ? pointer_argument(x, st, i, 1) : NO_TERM;
	term byte = is_copy
	                ? NO_TERM
	                : term_extract(x->ts, argument(x, st, i, 1, type_c_int(x->prog->types)), 7, 0);
	uint64_t bytes, most = 0;
	if (term_get_u64(x->ts, n, &bytes)) {
		if (gate_is_by_scalar(x) && bytes > MAX_EVENT_BYTES)
			symex_unsupported(x, st, term_true(x->ts),
			                  "a transfer of more than 16 MB as events of its cells");
		else if (is_copy)
			memory_copy(x, st, to, from, bytes);
		else
			memory_set(x, st, to, byte, bytes);
		return;
	}
	if (is_copy ? memory_copy_whole(x, st, to, from, n) : memory_set_whole(x, st, to, byte, n))
		return;
	if (!most_bytes(x, to, &most) || most > MAX_SYMBOLIC_BYTES) {
		if (is_copy)
			block_copy(x, st, to, from, n);
		else
			block_set(x, st, to, byte, n);
		return;
	}
	/* All is read before anything is written, since the blocks may overlap. */
	term *value = mem_alloc((most + 1) * sizeof *value);
	for (uint64_t at = 0; is_copy && at < most; at++) {
		term where = ptr_add(x, from, term_u64(x->ts, x->address_bits, at));
		struct scalar unit = {1, false};
		value[at] = memory_read_if(x, st, where, unit, is_moved(x, at, n));
	}
	for (uint64_t at = 0; at < most; at++)
		move_byte(x, st, to, is_copy ? value[at] : byte, at, n);
	mem_free(value);
}

/* The arbitrary bytes are those of a fresh object, which is copied; so a replay, in which the
 * length is constant, reads the same bytes. */
static void havoc_bytes(struct symex *x, struct state *st, const struct ins *i) {
	term p = pointer_argument(x, st, i, 0), n = size_argument(x, st, i, 1);
	uint64_t bytes, most = 0;
	bool known = term_get_u64(x->ts, n, &bytes);
	bool large = !known && (!most_bytes(x, p, &most) || most > MAX_SYMBOLIC_BYTES);
	uint32_t choice = symex_choice(x, st, CHOICE_MEMORY, state_guard(x, st));
	struct object o = {.kind = OBJECT_INTERNAL,
	                   .size = large ? n : term_u64(x->ts, x->address_bits, known ? bytes : most),
	                   .choice = choice};
	uint32_t id = memory_object(x, o);
	const struct content *any = memory_fresh(x, choice);
	memory_put(x, st, id, (struct content *)any);
	term from = ptr_make(x, id, term_u64(x->ts, x->address_bits, 0));
	if (known)
		memory_copy(x, st, p, from, bytes);
	else if (large)
		block_copy(x, st, p, from, n);
	for (uint64_t at = 0; !known && !large && at < most; at++)
		move_byte(x, st, p, content_read(x, any, at, (struct scalar){1, false}), at, n);
	if (known && ins_intrinsic(i) == INTRINSIC_HAVOC_INPUT)
		observe(x, bytes, st, p, bytes);
}

/* --- Threads. --- */

static term thread_number(struct symex *x, struct state *st, uint32_t tid) {
	return x->engine->summaries.number ? x->engine->summaries.number(x, st, tid)
	                                   : term_u64(x->ts, type_c_int(x->prog->types)->bits, tid);
}

static void set_number(struct symex *x, struct state *st, const struct ins *i, uint32_t tid) {
	set_result(x, st, i, thread_number(x, st, tid), type_c_int(x->prog->types));
}

static void set_int(struct symex *x, struct state *st, const struct ins *i, uint64_t value) {
	const struct type *type = type_c_int(x->prog->types);
	set_result(x, st, i, term_u64(x->ts, type->bits, value), type);
}

static struct symbol *function_argument(struct symex *x, struct state *st, const struct ins *i,
                                        uint32_t k) {
	uint32_t object;
	term offset;
	if (!ptr_known(x, pointer_argument(x, st, i, k), &object, &offset) ||
	    x->object.at[object].kind != OBJECT_FUNCTION)
		return NULL;
	return x->object.at[object].symbol;
}

static bool spawn(struct symex *x, struct state *st, const struct ins *i) {
	struct symbol *body = function_argument(x, st, i, 0);
	if (!x->engine->threads.exist || !body || !body->function) {
		symex_unsupported(x, st, term_true(x->ts), "thread that starts at an unknown function");
		return false;
	}
	struct created c = {.data = pointer_argument(x, st, i, 1),
	                    .function = function_argument(x, st, i, 2),
	                    .loc = state_user_loc(st)};
	uint32_t tid = thread_spawn(x, st, body->function, c);
	set_number(x, st, i, tid);
	observe(x, create, st, tid, &c);
	return true;
}

/* If the thread's number is symbolic, the result is an if-then-else over all threads. */
static void thread_data(struct symex *x, struct state *st, const struct ins *i) {
	struct terms *ts = x->ts;
	term which = symex_fix(x, st, argument(x, st, i, 0, type_c_int(x->prog->types)));
	term data = ptr_null(x);
	uint32_t first = 1, end = st->nthreads;
	uint64_t number;
	if (x->engine->summaries.exist)
		data = x->engine->summaries.thread_data(x, st, which);
	if (term_get_u64(ts, which, &number)) {
		first = number && number < end ? (uint32_t)number : end;
		end = first < end ? first + 1 : end;
	}
	for (uint32_t tid = first; tid < end && !x->engine->summaries.exist; tid++) {
		const struct created *c = (const struct created *)(uintptr_t)pmap_get(&st->created, tid);
		if (!c)
			continue; /* it exists in other schedules only */
		term is = term_equal(ts, which, term_u64(ts, term_width(ts, which), tid));
		data = term_ite(ts, is, c->data, data);
	}
	set_result(x, st, i, data, type_void_pointer(x->prog->types));
}

/* The text of an argument that is a string literal. */
static const char *text_argument(const struct ins *i, uint32_t k) {
	const struct expr *e = k < i->nargs ? i->arg[k] : NULL;
	while (e && e->kind != EXPR_SYMBOL && e->nargs)
		e = e->arg[0];
	bool is_text = e && e->kind == EXPR_SYMBOL && symbol_is_string(e->symbol);
	if (!is_text)
		return "lock";
	const char *text = (const char *)e->symbol->bytes; /* without the zero at its end */
	return intern_n(text, strnlen(text, e->symbol->nbytes));
}

static bool defines(const struct goto_prog *p, const char *function) {
	const struct symbol *s = prog_find(p, function);
	return s && s->function;
}

static uint32_t small(struct symex *x, struct state *st, const struct ins *i) {
	uint64_t number = 1;
	(void)term_get_u64(x->ts, argument(x, st, i, 2, type_c_int(x->prog->types)), &number);
	return small_input(x, st, text_argument(i, 0), pointer_argument(x, st, i, 1), (uint32_t)number);
}

/* Calls of the system may fail, or the verdict says that they did not. */
static void note_environment(struct symex *x, bool is_open) {
	x->stats->asks_environment = true;
	if (!is_open)
		result_usual(x->result);
}

enum { USUAL_INPUTS = 4 };

/* How often a thread may read from outside before that is at its end; 0: without end. */
static uint32_t input_reads(struct symex *x) {
	const struct environment *e = &x->config->environment;
	x->stats->reads_input = true;
	x->stats->asks_environment = true;
	if (!e->input_reads && !symex_is_concrete(x) && !e->environment_open)
		result_usual(x->result);
	if (!e->input_reads)
		return e->environment_open ? 0 : USUAL_INPUTS;
	if (!symex_is_concrete(x))
		result_gap(x->result, GAP_INPUT, NO_LOC, "%u read%s of input, texts of %u character%s",
		           e->input_reads, e->input_reads == 1 ? "" : "s", x->config->arguments.length,
		           x->config->arguments.length == 1 ? "" : "s");
	return e->input_reads;
}

/* tasks/pipeline.c looks for it in the result, and takes it away. */
static uint32_t note_own_connection(struct symex *x) {
	if (!symex_is_concrete(x))
		result_assume(x->result, "the program connects to itself", OWN_CONNECTION);
	return 0;
}

/* The value of an option about the environment.  If the environment may not do something, a proof
 * lists that as an assumption. */
static uint32_t option_value(struct symex *x, const char *name) {
	const struct environment *e = &x->config->environment;
	/* SV-COMP assumes that functions of the library are thread-safe. */
	if (!strcmp(name, "data-races-check"))
		return x->config->schedules.race_check && !x->config->unmodelled_pure;
	if (!strcmp(name, "descriptor-check"))
		return x->config->descriptor_check;
	if (!strcmp(name, "argument-bytes"))
		return x->config->arguments.length + 1;
	if (!strcmp(name, "input-text"))
		return input_reads(x) && e->input_reads ? x->config->arguments.length : 0;
	if (!strcmp(name, "input-reads"))
		return input_reads(x);
	if (!strcmp(name, "any-threads"))
		return x->engine->summaries.exist;
	if (!strcmp(name, "conditions-are-destroyed")) /* models that nothing calls are left out */
		return defines(x->prog, "pthread_cond_destroy");
	if (!strcmp(name, "connects-to-itself"))
		return e->outsiders_connect != OUTSIDERS_ALONE;
	if (!strcmp(name, "has-connected-to-itself"))
		return note_own_connection(x);
	if (!strcmp(name, "semaphores-count-waiters"))
		return e->sem_value_may_be_negative;
	const struct {
		const char *name, *assumption;
		uint32_t value;
	} options[] = {
#define ENVIRONMENT(field, option, assumption) {option, assumption, e->field},
#include "symex/environment.def"
	};
	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		if (strcmp(options[i].name, name) != 0)
			continue;
		if (!options[i].value && options[i].assumption && !symex_is_concrete(x))
			result_assume(x->result, options[i].assumption, options[i].name);
		if (!strcmp(name, "environment-open") && !symex_is_concrete(x))
			note_environment(x, options[i].value);
		return options[i].value;
	}
	BUG("no option '%s' of the environment", name);
}

static bool is_constant(struct symex *x, struct state *st, const struct ins *i) {
	uint64_t value;
	return term_get_u64(x->ts, argument(x, st, i, 0, i->arg[0]->type), &value);
}

static uint32_t constant_argument(struct symex *x, struct state *st, const struct ins *i) {
	uint64_t value = 0;
	(void)term_get_u64(x->ts, argument(x, st, i, 0, i->arg[0]->type), &value);
	return (uint32_t)value;
}

/* What cycles of states are judged by; nothing else asks for it, and it keeps paths apart. */
static void mark_step(struct symex *x, struct state *st, const struct ins *i) {
	if (!x->config->library.progress && !x->config->termination)
		return;
	uint64_t holds = 1;
	if (!term_get_u64(x->ts, argument(x, st, i, 1, i->arg[1]->type), &holds))
		symex_unsupported(x, st, term_true(x->ts), "a timeout that depends on inputs");
	else if (holds)
		st->marks |= strcmp(text_argument(i, 0), "timeout") ? STEP_UNFAIR : STEP_TIMEOUT;
}

/* The size of a lock: of the type that the pointer had before its casts. */
static uint32_t lock_bytes(const struct expr *pointer) {
	while (pointer->kind == EXPR_CAST)
		pointer = pointer->arg[0];
	const struct type *t = pointer->type;
	bool known = t->kind == TYPE_POINTER && t->elem->kind != TYPE_VOID && t->elem->size;
	return known ? (uint32_t)t->elem->size : UINT32_MAX;
}

static bool acquired(struct symex *x, struct state *st, const struct ins *i) {
	term lock = pointer_argument(x, st, i, 1);
	if (x->config->schedules.lock_order_check && st->waited &&
	    !lock_order_taken(x, st, i->sync, lock))
		return false;
	thread_acquired(x, st, i->sync, lock, lock_bytes(i->arg[1]));
	observe(x, acquire, st, st->held);
	return true;
}

static void released(struct symex *x, struct state *st, const struct ins *i) {
	term lock = pointer_argument(x, st, i, 0);
	thread_released(x, st, lock);
	observe(x, release, st, lock);
}

static void tell_signal(struct symex *x, struct state *st, const struct ins *i) {
	const struct type *c_int = type_c_int(x->prog->types);
	uint64_t event, number;
	if (x->observation.observer && term_get_u64(x->ts, argument(x, st, i, 0, c_int), &event) &&
	    term_get_u64(x->ts, argument(x, st, i, 1, c_int), &number))
		observe(x, signal, st, (enum signal_event)event, (uint32_t)number);
}

/* If the last thread ends other than by returning from main, handlers of atexit would run in it;
 * that is not supported. */
static bool end_thread(struct symex *x, struct state *st) {
	if (!st->tid && x->prog->runs_at_exit) {
		symex_unsupported(
		    x, st, term_true(x->ts),
		    "pthread_exit in main of a program with destructors or handlers of atexit");
		return false;
	}
	observe(x, thread_end, st);
	thread_end(x, st);
	return true;
}

bool step_intrinsic(struct symex *x, struct state *st, const struct ins *i, enum intrinsic which) {
	switch (which) {
	case INTRINSIC_ALLOC: alloc(x, st, i); break;
	case INTRINSIC_FREE:
		access_blocks(x, SPAN_ADD);
		memory_end(x, st, pointer_argument(x, st, i, 0));
		break;
	case INTRINSIC_GUARD:
		if (!guard_mapping(x, st, i))
			return false;
		break;
	case INTRINSIC_PROTECT:
		memory_write(x, st, pointer_argument(x, st, i, 1), (struct scalar){8, false},
		             symex_fix(x, st, argument(x, st, i, 2, type_int(x->prog->types, 64, false))));
		break;
	case INTRINSIC_COPY:
	case INTRINSIC_SET: transfer(x, st, i, which == INTRINSIC_COPY); break;
	case INTRINSIC_HAVOC:
	case INTRINSIC_HAVOC_INPUT: havoc_bytes(x, st, i); break;
	case INTRINSIC_EXIT: step_program_end(x, st); return false;
	case INTRINSIC_ABORT: return false;
	case INTRINSIC_OPTION: set_int(x, st, i, option_value(x, text_argument(i, 0))); break;
	case INTRINSIC_SELF: set_number(x, st, i, st->tid); break;
	case INTRINSIC_SPAWN:
		if (!spawn(x, st, i))
			return false;
		break;
	case INTRINSIC_END_THREAD: return end_thread(x, st);
	case INTRINSIC_THREAD_DATA: thread_data(x, st, i); break;
	case INTRINSIC_ACQUIRED:
		if (!acquired(x, st, i))
			return false;
		break;
	case INTRINSIC_RELEASED: released(x, st, i); break;
	case INTRINSIC_ORDER_RELEASE:
	case INTRINSIC_ORDER_ACQUIRE:
		gate_synchronise(x, st, pointer_argument(x, st, i, 0), which == INTRINSIC_ORDER_ACQUIRE);
		break;
	case INTRINSIC_MAY_WAKE: return wakeup_choose(x, st, i, pointer_argument(x, st, i, 0));
	case INTRINSIC_WOKE: wakeup_happened(x, st, pointer_argument(x, st, i, 0)); break;
	case INTRINSIC_INPUT:
	case INTRINSIC_INPUT_BYTE:
	case INTRINSIC_INPUT_VARIABLE: observe(x, typed, st, i); break;
	case INTRINSIC_SETJMP:
		set_result(x, st, i, step_setjmp(x, st), type_void_pointer(x->prog->types));
		break;
	case INTRINSIC_LONGJMP:
		return step_longjmp(x, st, pointer_argument(x, st, i, 0),
		                    argument(x, st, i, 1, type_c_int(x->prog->types)));
	case INTRINSIC_SIGNAL: tell_signal(x, st, i); break;
	case INTRINSIC_BOUNDED:
		if (!symex_is_concrete(x))
			result_gap(x->result, GAP_SIGNALS, NO_LOC, "%s %u", text_argument(i, 0),
			           option_value(x, text_argument(i, 0)));
		break;
	case INTRINSIC_KEPT_APART:
		step_keep_apart(x, st);
		set_int(x, st, i, 1);
		break;
	case INTRINSIC_SPLITS:
		set_int(x, st, i, x->engine->paths.splits && is_constant(x, st, i));
		break;
	case INTRINSIC_CHOSEN:
		step_choose_apart(x, st, constant_argument(x, st, i));
		set_int(x, st, i, 1);
		break;
	case INTRINSIC_MARK: mark_step(x, st, i); break;
	case INTRINSIC_NOTE: observe(x, note, st, text_argument(i, 0)); break;
	case INTRINSIC_CALCULATE:
	case INTRINSIC_CALCULATEF:
	case INTRINSIC_CALCULATEL:
	case INTRINSIC_DECIMAL:
	case INTRINSIC_DECIMALF:
	case INTRINSIC_DECIMALL:
	case INTRINSIC_BOUNDARY:
	case INTRINSIC_BOUNDARYF:
	case INTRINSIC_BOUNDARYL:
	case INTRINSIC_TEXT:
	case INTRINSIC_TEXTL: calculate(x, st, i, text_argument(i, 0)); break;
	case INTRINSIC_SMALL: set_int(x, st, i, small(x, st, i)); break;
	case INTRINSIC_BEGIN:
	case INTRINSIC_OPERATION:
	case INTRINSIC_CHOOSE:
	case INTRINSIC_CALLED:
	case INTRINSIC_RETURNED:
	case INTRINSIC_RESULT:
	case INTRINSIC_LINEARIZE: return calls_intrinsic(x, st, i, which);
	default: BUG("no intrinsic of the engine");
	}
	return step_jump(x, st, st->pc + 1);
}
