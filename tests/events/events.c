/* events -- each thread of a program executed once, alone, with its accesses as events.
 *
 * Usage: events FILE [COMPILER FLAG]...
 *
 * A second user of symex/engine.h, to show that the boundary holds: nothing in symex/core or
 * symex/step knows this engine.  A read of shared memory is answered by a fresh symbol, a write is
 * noted with its value, and what threads do to each other is noted instead of done:
 *
 *   main spawn T1
 *   T1 read x as r0
 *   T1 write x = (bvadd #x00000001 r0) if (= r0 #x00000000)
 *
 * Loops are unwound as far as their rounds are decided, others twice.  Exit code 0, or 5 when the
 * program needs what this engine does not have.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"
#include "goto/passes.h"
#include "symex/core/naming.h"
#include "symex/explore/explore.h"
#include "symex/step/step.h"
#include "tests/model_dir.h"
#include "util/deep.h"
#include "util/diag.h"
#include "util/intern.h"

enum { UNWIND = 2 };

struct job {
	const char *file;
	VEC(const char *) flag;
	int code;
};

struct recorder { /* x->self */
	struct arena *arena;
	uint32_t reads;
	uint32_t threads;
	VEC(struct state) thread; /* created so far; main is not among them */
};

/* --- What is printed. --- */

static const char *thread_name(struct recorder *r, uint32_t tid) {
	return tid ? arena_printf(r->arena, "T%u", tid) : "main";
}

static const char *guard_text(struct symex *x, const struct state *st, term guard) {
	struct recorder *r = x->self;
	term all = state_guard(x, st);
	if (guard.ix)
		all = term_and(x->ts, all, guard);
	return term_is_true(x->ts, all)
	           ? ""
	           : arena_printf(r->arena, " if %s", term_print(x->ts, r->arena, all));
}

static const char *location_text(struct symex *x, const struct access *a) {
	struct recorder *r = x->self;
	const struct symbol *s = x->object.at[a->object].symbol;
	const char *name = s ? s->display : arena_printf(r->arena, "heap%u", a->object);
	uint64_t at;
	if (!a->offset.ix)
		return name;
	if (!term_get_u64(x->ts, a->offset, &at))
		return arena_printf(r->arena, "%s[%s]", name, term_print(x->ts, r->arena, a->offset));
	return at ? arena_printf(r->arena, "%s+%llu", name, (unsigned long long)at) : name;
}

static const char *pointer_text(struct symex *x, term pointer) {
	uint32_t object;
	term offset;
	if (!ptr_known(x, pointer, &object, &offset))
		return "?";
	return location_text(x, &(struct access){.object = object, .offset = offset, .bytes = 1});
}

/* --- Operations. --- */

/* The models are plain C: what they read and write is no event, but what it amounts to is. */
static bool is_event(const struct symex *x, const struct state *st, const struct access *a) {
	const struct symbol *s = x->object.at[a->object].symbol;
	return !st->frame->function->is_model && a->object && !(s && !s->is_shared) &&
	       x->object.at[a->object].kind != OBJECT_FUNCTION;
}

static const char *order_text(const struct state *st, const struct access *a) {
	if (a->order == MEM_PLAIN)
		return st->atomic ? " atomically" : "";
	return intern_printf(" %s", mem_order_name(a->order));
}

static term event_read(struct symex *x, struct state *st, const struct access *a, bool is_pointer) {
	struct recorder *r = x->self;
	if (!is_event(x, st, a))
		return NO_TERM;
	const char *name = arena_printf(r->arena, "r%u", r->reads++);
	printf("%s read%s %s as %s%s\n", thread_name(r, st->tid), order_text(st, a),
	       location_text(x, a), name, guard_text(x, st, a->guard));
	if (is_pointer)
		return ptr_integer(x, term_var(x->ts, sort_bv(x->address_bits), name));
	return term_var(x->ts, sort_bv(a->bytes * 8), name);
}

static bool event_write(struct symex *x, struct state *st, const struct access *a, term value) {
	struct recorder *r = x->self;
	if (!is_event(x, st, a))
		return false;
	bool is_pointer = term_width(x->ts, value) == x->pointer_bits;
	printf("%s write%s %s = %s%s\n", thread_name(r, st->tid), order_text(st, a),
	       location_text(x, a),
	       is_pointer ? arena_printf(r->arena, "&%s", pointer_text(x, value))
	                  : term_print(x->ts, r->arena, value),
	       guard_text(x, st, a->guard));
	return false;
}

static bool event_check(struct symex *x, struct state *st, uint32_t property, term condition) {
	struct recorder *r = x->self;
	(void)property;
	printf("%s assert %s%s\n", thread_name(r, st->tid), term_print(x->ts, r->arena, condition),
	       guard_text(x, st, NO_TERM));
	return !term_is_false(x->ts, condition);
}

static bool event_feasible(struct symex *x, term guard) {
	(void)x, (void)guard;
	return true;
}

static void event_spawned(struct symex *x, struct state *creator, const struct state *thread) {
	struct recorder *r = x->self;
	printf("%s spawn %s%s\n", thread_name(r, creator->tid), thread_name(r, thread->tid),
	       guard_text(x, creator, NO_TERM));
	struct state copy;
	state_fork(x, thread, &copy);
	vec_push(&r->thread, copy);
	r->threads = creator->nthreads;
}

static void event_ended(struct symex *x, struct state *st) {
	struct recorder *r = x->self;
	printf("%s end%s\n", thread_name(r, st->tid), guard_text(x, st, NO_TERM));
}

/* Alone, no wait is over or not: whether it may be passed is up to the order of events. */
static bool event_wait(struct symex *x, struct state *st, const struct ins *i, term c) {
	struct recorder *r = x->self;
	(void)c;
	printf("%s wait %s%s\n", thread_name(r, st->tid), sync_wait_text(i->sync),
	       guard_text(x, st, NO_TERM));
	return true;
}

static void event_acquired(struct symex *x, struct state *st, const struct held *h) {
	struct recorder *r = x->self;
	printf("%s acquire %s%s\n", thread_name(r, st->tid), pointer_text(x, h->object),
	       guard_text(x, st, NO_TERM));
}

static void event_released(struct symex *x, struct state *st, term lock) {
	struct recorder *r = x->self;
	printf("%s release %s%s\n", thread_name(r, st->tid), pointer_text(x, lock),
	       guard_text(x, st, NO_TERM));
}

static void event_fence(struct symex *x, struct state *st, enum mem_order order) {
	struct recorder *r = x->self;
	printf("%s fence %s%s\n", thread_name(r, st->tid), mem_order_name(order),
	       guard_text(x, st, NO_TERM));
}

static const struct engine events_engine = {
    .name = "events",
    .read = event_read,
    .write = event_write,
    .feasible = event_feasible,
    .check = event_check,
    .enqueue = explore_add,
    .spawned = event_spawned,
    .ended = event_ended,
    .wait = event_wait,
    .acquired = event_acquired,
    .released = event_released,
    .fence = event_fence,
};

/* --- The run. --- */

static bool is_shared(const struct symbol *s) {
	return s->is_shared;
}

static struct goto_prog *load(struct job *job, struct arena *arena) {
	struct fe_config fe = {.file = &job->file,
	                       .nfiles = 1,
	                       .flag = job->flag.at,
	                       .nflags = job->flag.n,
	                       .model_dir = model_dir(arena)};
	struct check_config check = {.assertions = true, .error_calls = true};
	struct goto_prog *prog = fe_load(&fe);
	goto_find_shared(prog);
	goto_split_shared(prog, is_shared);
	goto_add_checks(prog, &check);
	goto_remove_unreachable(prog);
	goto_find_loops(prog);
	goto_find_address_taken(prog);
	goto_mark_visible(prog);
	goto_validate(prog);
	return prog;
}

static void execute(struct symex *x, struct recorder *r) {
	symex_forget(x);
	struct state st = explore_begin(x);
	explore(x, &st);
	for (size_t i = 0; i < r->thread.n; i++) {
		st = r->thread.at[i];
		st.nthreads = r->threads;
		explore(x, &st);
	}
}

static void run(void *data) {
	struct job *job = data;
	struct recorder r = {.arena = arena_open()};
	struct symex_config config = {.bounds = {.unwind = NO_BOUND}};
	struct symex_stats stats = {0};
	struct result *result = result_open();
	struct naming naming = {0};
	struct goto_prog *prog = load(job, r.arena);
	struct symex x;
	config.bounds.depth = NO_BOUND;
	symex_open(&x, prog, &config, result, &stats);
	x.engine = &events_engine;
	x.self = &r;
	x.naming = &naming;
	x.unwind = UNWIND;
	x.constant_rounds = 1000;
	execute(&x, &r);
	for (size_t i = 0; i < x.cut.n; i++) {
		printf("cut %s\n", x.cut.at[i].text);
		job->code = x.cut.at[i].kind == GAP_UNSUPPORTED ? EXIT_UNKNOWN : job->code;
	}
	naming_free(&naming);
	symex_close(&x);
	result_close(result);
	prog_close(prog);
	vec_free(&r.thread);
	arena_close(r.arena);
}

int main(int argc, char **argv) {
	struct job job = {.code = EXIT_SAFE};
	diag_setup(false, 0, argv[0]);
	for (int i = 1; i < argc; i++)
		if (argv[i][0] == '-')
			vec_push(&job.flag, argv[i]);
		else
			job.file = argv[i];
	if (!job.file)
		fatal(EXIT_USAGE, NO_LOC, "which file?");
	if (!deep_run(run, &job))
		fatal(EXIT_INPUT, NO_LOC, "not enough memory to start");
	vec_free(&job.flag);
	intern_free_all();
	return job.code;
}
