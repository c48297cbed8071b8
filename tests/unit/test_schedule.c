/* The schedule encoding, context by context, on small programs: in which context a violation comes,
 * which stops are redundant, what a bound excludes, what widening allows. */
#include "goto/analysis/live.h"
#include "symex/schedule/schedule.h"

#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/core/location.h"
#include "symex/core/values.h"
#include "symex/explore/deepen.h"
#include "symex/explore/trail.h"
#include "symex/schedule/uw.h"
#include "tests/unit/check.h"
#include "tests/unit/run_fixture.h"

#define THREADS "static void *one(void *); static void *two(void *);\n"
#define MAIN(check)                                                                                \
	"int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, "  \
	"0);\n"                                                                                        \
	"pthread_join(t, 0); pthread_join(u, 0); " check " return 0; }\n"
#define BODY(name, does) "static void *" name "(void *p) { " does " return p; }\n"
#define PROGRAM(globals, does_one, does_two, check)                                                \
	globals "\n" THREADS MAIN(check) BODY("one", does_one) BODY("two", does_two)

enum { NEVER = UINT32_MAX, MOST_CONTEXTS = 40 };

struct drive {
	bool reduces, widens;
	uint32_t bound;

	uint32_t contexts;       /* of the last encoding */
	uint32_t violated;       /* the context in which an assertion can fail first; NEVER */
	uint32_t deadlocked;     /* the same of a deadlock */
	size_t configurations;   /* of all contexts */
	uint32_t encodings;      /* one, and one more for each restart */
	uint32_t skipped, stops; /* steps of threads before which no stop is needed, and all others */
	bool is_over;            /* the bound excludes something */
	uint64_t iterations, allowed; /* of widening */
};

struct driven {
	struct run_fixture f;
	struct schedule_search t;
	struct encoding r;
	struct dependence dep;
};

static void open_search(struct driven *n, const struct drive *d, const char *source) {
	run_fixture_open(&n->f, source);
	struct symex *x = &n->f.x;
	struct schedules *c = &n->f.config.schedules;
	c->context_bound = d->bound;
	c->preemption_bound = c->decision_bound = NO_BOUND;
	n->t = (struct schedule_search){.x = x,
	                                .config = c,
	                                .context_bound = d->bound,
	                                .preemption_bound = NO_BOUND,
	                                .discipline = {.any_holder = true},
	                                .live = live_open(),
	                                .footprints = footprints_open(),
	                                .widens = d->widens,
	                                .trusts = d->reduces};
	n->t.naming.locations = locations_open();
	n->dep = (struct dependence){0};
	x->engine = &schedule_engine;
	x->naming = &n->t.naming;
	x->log = &n->t.log;
	x->discipline = &n->t.discipline;
	symex_forget(x);
}

static void close_search(struct driven *n) {
	struct symex *x = &n->f.x;
	dependence_free(&n->dep);
	symex_drop_solver(x);
	locations_close(n->t.naming.locations);
	naming_free(&n->t.naming);
	footprints_close(n->t.footprints);
	live_close(n->t.live);
	vec_free(&n->t.log.at);
	vec_free(&n->t.discipline.taken);
	x->engine = NULL;
	x->naming = NULL;
	x->log = NULL;
	x->discipline = NULL;
	run_fixture_close(&n->f);
}

static enum answer ask(struct driven *n, const struct vc_item *item, size_t count) {
	struct model *model;
	enum answer a = n->r.widening ? uw_check(&n->r, item, count, &model)
	                              : vc_check_incremental(&n->f.x, item, count, NULL, 0, &model);
	if (a == ANSWER_SAT)
		model_close(model);
	return a;
}

/* Can a condition of this context be violated, of a deadlock or of another property? */
static bool is_violated(struct driven *n, bool deadlock) {
	struct symex *x = &n->f.x;
	VEC(struct vc_item) item = {0};
	for (size_t i = 0; i < x->vc.n; i++) {
		struct vc_item it = {x->vc.at[i].violated, x->vc.at[i].nassumed};
		enum property_class class = properties_at(x->properties, x->vc.at[i].property)->class;
		if ((class == PROPERTY_DEADLOCK) == deadlock)
			vec_push(&item, it);
	}
	bool violated = item.n && ask(n, item.at, item.n) == ANSWER_SAT;
	vec_free(&item);
	return violated;
}

/* false: everything must be encoded anew. */
static bool encode_all(struct driven *n, struct drive *d) {
	struct symex *x = &n->f.x;
	struct encoding *r = &n->r;
	encoding_begin(r);
	for (d->contexts = 0;; d->contexts++) {
		d->configurations += r->configuration.n;
		encoding_find_enabled(r);
		if (d->violated == NEVER && is_violated(n, false))
			d->violated = d->contexts;
		if (d->deadlocked == NEVER && is_violated(n, true))
			d->deadlocked = d->contexts;
		x->vc.n = x->cut.n = 0;
		x->give_up = false;
		if (reduction_must_restart(r))
			return false;
		struct vc_item goes_on = {encoding_may_continue(r), (uint32_t)x->assumption.n};
		struct model *model;
		for (size_t i = 0; i < r->configuration.n; i++) { /* contexts are maximal */
			const struct configuration *w = &r->configuration.at[i];
			CHECK(term_is_false(x->ts, w->thread[w->ran].option.may));
		}
		if (term_is_false(x->ts, goes_on.holds) || d->contexts == MOST_CONTEXTS ||
		    vc_check_incremental(x, &goes_on, 1, NULL, 0, &model) != ANSWER_SAT)
			return true;
		model_close(model);
		encoding_next(r);
	}
}

static void note_steps(const struct driven *n, struct drive *d) {
	for (size_t i = 0; i < n->dep.step.n; i++)
		if (n->dep.step.at[i].tid)
			*(n->dep.step.at[i].skipped ? &d->skipped : &d->stops) += 1;
}

static struct drive drive(const char *source, struct drive d) {
	struct driven n;
	struct deepening deep = {.unwind = 8, .constant_iterations = 64};
	open_search(&n, &d, source);
	struct symex *x = &n.f.x;
	for (bool done = false; !done && d.encodings < 20; d.encodings++) {
		d.violated = d.deadlocked = NEVER;
		d.configurations = 0;
		deepen_begin(x, &deep);
		trail_forget(x);
		symex_drop_solver(x);
		n.r = (struct encoding){.t = &n.t,
		                        .arena = arena_open(),
		                        .dep = &n.dep,
		                        .reduces = d.reduces,
		                        .waits_hold = d.reduces};
		n.t.log.record = d.reduces;
		x->self = &n.r;
		x->values = values_open();
		if (d.widens)
			n.r.widening = uw_open(x);
		dependence_begin(&n.dep);
		done = encode_all(&n, &d);
		d.is_over = n.r.over.n && ask(&n, n.r.over.at, n.r.over.n) == ANSWER_SAT;
		if (n.r.widening)
			uw_close(n.r.widening);
		encoding_free(&n.r);
		values_close(x->values);
		x->values = NULL;
		x->self = NULL;
	}
	deepen_end(x);
	note_steps(&n, &d);
	d.iterations = n.f.stats.uw_iterations;
	d.allowed = n.f.stats.uw_allowed;
	close_search(&n);
	return d;
}

static struct drive plain(const char *source) {
	return drive(source, (struct drive){.bound = NO_BOUND});
}

static struct drive reduced(const char *source) {
	return drive(source, (struct drive){.bound = NO_BOUND, .reduces = true});
}

/* Both find the same; the reduction leaves out configurations. */
static bool agree(const char *source, uint32_t violated, uint32_t deadlocked) {
	struct drive a = plain(source), b = reduced(source);
	bool same = a.violated == violated && b.violated == violated && a.deadlocked == deadlocked &&
	            b.deadlocked == deadlocked;
	if (!same)
		fprintf(stderr,
		        "violated %u %u, deadlocked %u %u, contexts %u %u, configurations %zu %zu\n",
		        a.violated, b.violated, a.deadlocked, b.deadlocked, a.contexts, b.contexts,
		        a.configurations, b.configurations);
	return same && b.configurations < a.configurations && b.contexts <= a.contexts;
}

#define WRITES(check) PROGRAM("static int x;", "x = 1;", "x = 2;", check)
#define ADDS(check)                                                                                \
	PROGRAM("static int x;", "int r = x; x = r + 1;", "int r = x; x = r + 1;", check)
#define APART(check) PROGRAM("static int x, y;", "x = 1; x = 2;", "y = 1; y = 2;", check)
#define LOCKED(check)                                                                              \
	PROGRAM("static int x;", "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",             \
	        "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);", check)
#define NESTED(first, second)                                                                      \
	PROGRAM("static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;",                               \
	        "pthread_mutex_lock(&m); pthread_mutex_lock(&n);"                                      \
	        "pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",                                 \
	        "pthread_mutex_lock(&" first "); pthread_mutex_lock(&" second ");"                     \
	        "pthread_mutex_unlock(&" second "); pthread_mutex_unlock(&" first ");",                \
	        "")

/* The contexts that a violation needs: main creates both, then each thread runs, or one of them in
 * two parts with the other one in between, then main again. */
static void test_contexts(void) {
	CHECK(agree(WRITES("assert(x != 1);"), 3, NEVER));
	CHECK(agree(WRITES("assert(x != 2);"), 3, NEVER));
	CHECK(agree(WRITES("assert(x != 0);"), NEVER, NEVER));
	CHECK(agree(ADDS("assert(x != 2);"), 3, NEVER));
	CHECK(agree(ADDS("assert(x != 1);"), 4, NEVER));
	CHECK(agree(ADDS("assert(x != 3);"), NEVER, NEVER));
	CHECK(agree(LOCKED("assert(x != 2);"), 3, NEVER));
	CHECK(agree(LOCKED("assert(x != 1);"), NEVER, NEVER));
	CHECK(agree(APART("assert(x + y != 4);"), 3, NEVER));
}

/* Each thread has its first lock, and is stopped at its second: that is so after context 2. */
static void test_deadlocks(void) {
	CHECK(agree(NESTED("n", "m"), NEVER, 2));
	CHECK(agree(NESTED("m", "n"), NEVER, NEVER));
	CHECK(agree("static int x;\n" THREADS BODY("one", "pthread_mutex_lock(&m);")
	                BODY("two", "pthread_mutex_lock(&m);") MAIN(""),
	            NEVER, 2));
}

/* Steps that no other thread depends on need no stop; which they are is known only later. */
static void test_redundant_stops(void) {
	struct drive apart = reduced(APART("")), writes = reduced(WRITES(""));
	struct drive adds = reduced(ADDS("")), locked = reduced(LOCKED(""));
	struct drive none = plain(APART(""));
	CHECK(!none.skipped && none.encodings == 1);
	CHECK(apart.skipped > 0 && apart.skipped >= writes.skipped + 2);
	CHECK(writes.encodings > 1 && adds.encodings > 1); /* a skipped stop was needed after all */
	CHECK(adds.stops > writes.stops);
	CHECK(locked.skipped > adds.skipped); /* inside the sections */
	CHECK(apart.configurations < writes.configurations);
}

/* An increment that is torn apart takes two switches that count. */
static void test_bound(void) {
	const char *torn = ADDS("assert(x != 1);");
	for (int reduces = 0; reduces < 2; reduces++) {
		struct drive none = drive(torn, (struct drive){.bound = 1, .reduces = reduces});
		struct drive enough = drive(torn, (struct drive){.bound = 2, .reduces = reduces});
		CHECK(none.violated == NEVER && none.is_over);
		CHECK(enough.violated == 4 && enough.configurations > none.configurations);
	}
	struct drive all = drive(torn, (struct drive){.bound = 30});
	CHECK(all.violated == 4 && !all.is_over);
}

/* To go back to the only thread that has begun is free. */
static void test_free_switch(void) {
	const char *source = "static int x;\n" THREADS BODY("one", "x = 1;")
	    BODY("two",
	         "") "int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0);"
	             "pthread_create(&u, 0, two, 0); pthread_join(t, 0); assert(x != 1); return 0; }\n";
	for (int reduces = 0; reduces < 2; reduces++) {
		struct drive none = drive(source, (struct drive){.bound = 0, .reduces = reduces});
		struct drive one = drive(source, (struct drive){.bound = 1, .reduces = reduces});
		CHECK(none.violated == NEVER && none.is_over && one.violated == 2);
	}
}

/* A thread that main depends on, and that is created by one that main does not depend on. */
static void test_created_later(void) {
	CHECK(agree("static int x;\n" THREADS BODY("two", "x = 1;")
	                BODY("one", "pthread_t u; pthread_create(&u, 0, two, 0); pthread_join(u, "
	                            "0);") "int main(void) { pthread_t t; pthread_create(&t, 0, "
	                                   "one, 0); int r = x;"
	                                   "assert(r != 1); pthread_join(t, 0); return 0; }\n",
	            3, NEVER));
}

static void add_write(struct driven *n, uint32_t tid, uint32_t object) {
	struct span span = {.object = object, .from = 0, .to = 4, .use = SPAN_WRITE};
	struct footprint f = {.tid = tid, .span = &span, .n = 1, .kind = FOOTPRINT_PLAIN};
	n->dep.footprint =
	    footprint_union(n->t.footprints, n->dep.footprint, footprint_set(n->t.footprints, &f));
}

/* Persistent sets by hand: main writes object 1, and has just run; three threads may exist. */
static void test_persistent_sets(void) {
	struct drive d = {.bound = NO_BOUND, .reduces = true};
	struct driven n;
	open_search(&n, &d, "int main(void) { return 0; }\n");
	term yes = term_true(n.f.x.ts);
	struct thread_stop stop[3] = {{.location = 1, .enabled = yes, .here = yes},
	                              {.location = 2, .enabled = yes, .here = yes},
	                              {.location = 3, .enabled = yes, .here = yes}};
	struct thread thread[3];
	for (uint32_t i = 0; i < 3; i++)
		thread[i] = (struct thread){.stop = &stop[i], .n = 1, .enabled = yes, .ready = yes};
	struct configuration w = {.ran = 0, .thread = thread, .n = 3};
	n.r = (struct encoding){.t = &n.t, .arena = arena_open(), .dep = &n.dep, .reduces = true};
	add_write(&n, 0, 1);
	add_write(&n, 1, 2);
	add_write(&n, 2, 2);
	CHECK(reduction_persistent_set(&n.r, &w) == thread_bit(0));
	CHECK(!reduction_must_restart(&n.r));
	w.ran = 1;
	CHECK(reduction_persistent_set(&n.r, &w) == (thread_bit(1) | thread_bit(2)));
	add_write(&n, 1, 1); /* main's set was too small */
	CHECK(reduction_must_restart(&n.r));
	dependence_begin(&n.dep);
	CHECK(!reduction_must_restart(&n.r));
	w.ran = 0;
	CHECK(reduction_persistent_set(&n.r, &w) == (thread_bit(0) | thread_bit(1) | thread_bit(2)));
	thread[2].n = 0; /* not created yet: by whom is not known */
	CHECK(reduction_persistent_set(&n.r, &w) == ALL_THREADS);
	n.r.reduces = false;
	thread[2].n = 1;
	CHECK(reduction_persistent_set(&n.r, &w) == ALL_THREADS);
	encoding_free(&n.r);
	close_search(&n);
}

/* Thread 1 is in the sleep set, and its next step writes object 5.  Thread 2 waits, and reads
 * 'awaited' for that; thread 0 has just written 'written'. */
static bool is_woken(uint32_t awaited, uint32_t written) {
	struct drive d = {.bound = 2, .reduces = true};
	struct driven n;
	open_search(&n, &d, "int main(void) { return 0; }\n");
	term yes = term_true(n.f.x.ts), no = term_false(n.f.x.ts);
	struct thread_stop stop[3] = {
	    {.location = 1, .enabled = yes, .here = yes},
	    {.location = 2, .enabled = yes, .here = yes, .in_sleep_set = true},
	    {.location = 3, .enabled = no, .here = yes}};
	struct thread thread[3];
	for (uint32_t i = 0; i < 3; i++)
		thread[i] = (struct thread){.stop = &stop[i], .n = 1};
	struct configuration w = {.ran = 0, .thread = thread, .n = 3};
	n.r = (struct encoding){.t = &n.t, .arena = arena_open(), .dep = &n.dep, .reduces = true};
	for (uint32_t tid = 1; tid < 3; tid++) {
		map_put(&n.dep.step_of, stop[tid].location, n.dep.step.n);
		vec_push(&n.dep.step, ((struct step_footprint){.tid = tid}));
	}
	struct locked_span writes = {{.object = 5, .to = 4, .use = SPAN_WRITE}, 0};
	struct span reads = {.object = awaited, .to = 4, .use = SPAN_READ};
	vec_push(&n.dep.step.at[0].accessed, writes);
	vec_push(&n.dep.step.at[1].wait_reads, reads);
	if (awaited)
		reduction_wake_awaited(&n.r, &w);
	if (written) {
		add_write(&n, 0, written);
		reduction_wake_dependent(&n.r, &w, 0, n.dep.footprint);
	}
	bool woken = !thread[1].stop->in_sleep_set;
	CHECK(stop[1].in_sleep_set); /* other configurations have it, too */
	encoding_free(&n.r);
	close_search(&n);
	return woken;
}

static void test_sleep_sets(void) {
	CHECK(is_woken(0, 5) && !is_woken(0, 6));
	CHECK(is_woken(5, 0) && !is_woken(6, 0));
	CHECK(!is_woken(6, 7) && !is_woken(0, 0));
}

/* Within every bound, the reduction finds what is there without it. */
static void test_reduced_within_bounds(void) {
	static const char *const source[] = {
	    ADDS("assert(x != 1);"),
	    WRITES("assert(x != 1);"),
	    LOCKED("assert(x != 2);"),
	    NESTED("n", "m"),
	    PROGRAM("static int x, y;", "x = 1; while (!y) ; x = 2;", "if (x == 1) y = 1;",
	            "assert(x != 2);"),
	    PROGRAM("static int x, y;",
	            "pthread_mutex_lock(&m); x = 1; y = x; pthread_mutex_unlock(&m);",
	            "x = 2; pthread_mutex_lock(&m); if (y == 2) y = 3; pthread_mutex_unlock(&m);",
	            "assert(y != 3);"),
	};
	for (size_t i = 0; i < sizeof source / sizeof *source; i++)
		for (uint32_t bound = 0; bound < 5; bound++) {
			struct drive a = drive(source[i], (struct drive){.bound = bound});
			struct drive b = drive(source[i], (struct drive){.bound = bound, .reduces = true});
			CHECK((a.violated == NEVER) == (b.violated == NEVER));
			CHECK((a.deadlocked == NEVER) == (b.deadlocked == NEVER));
		}
}

/* Widening allows no more than it needs. */
static void test_widening(void) {
	struct drive d = {.bound = NO_BOUND, .reduces = true, .widens = true};
	struct drive at_once = drive(PROGRAM("static int x;", "x = 1;", "", "assert(x != 1);"), d);
	CHECK(at_once.violated == 3 && at_once.iterations >= 1);
	struct drive torn = drive(ADDS("assert(x != 1);"), d);
	CHECK(torn.violated == 4 && torn.iterations > at_once.iterations);
	CHECK(torn.allowed > at_once.allowed);
	struct drive safe = drive(PROGRAM("static unsigned x;", /* of squares, none is 3 */
	                                  "unsigned r = (unsigned)__VERIFIER_nondet_int(); x = r * r;",
	                                  "x = 4;", "assert(x != 3);"),
	                          d);
	CHECK(safe.violated == NEVER && safe.iterations > 0);
}

int main(void) {
	test_contexts();
	test_deadlocks();
	test_redundant_stops();
	test_bound();
	test_free_switch();
	test_created_later();
	test_persistent_sets();
	test_sleep_sets();
	test_reduced_within_bounds();
	test_widening();
	return check_done("schedule");
}
