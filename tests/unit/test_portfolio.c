/* The portfolio: the features of a program, which members the rules choose, and whose answer
 * counts, with searches that answer as they are told. */
#include "symex/portfolio/portfolio.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "process/work.h"
#include "symex/explore/checkpoint.h"
#include "symex/model/model.h"
#include "symex/portfolio/plan.h"
#include "symex/symex_stats.h"
#include "symex/strategy.h"
#include "tests/unit/check.h"
#include "tests/unit/run_fixture.h"
#include "util/text/diag.h"

#define RUN      "static void *run(void *p) { return p; }\n"
#define STRAIGHT RUN "int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); return 0; }\n"
#define CREATE_IN(loop)                                                                            \
	RUN "int main(void) { pthread_t t; " loop " pthread_create(&t, 0, run, 0); return 0; }\n"

/* --- The features, and the plan. --- */

static struct program_features features_of_text(const char *source) {
	struct run_fixture f;
	run_fixture_open(&f, source);
	struct program_features features = program_features(f.prog);
	run_fixture_close(&f);
	return features;
}

static void test_look(void) {
	struct program_features features = features_of_text(STRAIGHT);
	CHECK(features.creations == 1 && !features.creates_in_loop && !features.loops &&
	      !features.locks);
	features = features_of_text(CREATE_IN("for (int i = 0; i < 3; i++)"));
	CHECK(features.creations == 1 && features.loops == 1 && !features.creates_in_loop);
	features =
	    features_of_text(CREATE_IN("for (int i = 0; i < 1000; i++)")); /* too many to explore */
	CHECK(features.creates_in_loop);
	features = features_of_text(CREATE_IN("for (int i = 0; i < 3; i += __VERIFIER_nondet_int())"));
	CHECK(features.creates_in_loop && features.inputs == 1);
	features = features_of_text("static int next(int i) { return i - 1; }\n" CREATE_IN(
	    "for (int i = 0; i < 3; i++, i = next(i))"));
	CHECK(features.creates_in_loop);
	features = features_of_text(CREATE_IN("while (1)"));
	CHECK(features.creates_in_loop);
	features = features_of_text(
	    RUN "static void begin(void) { pthread_t t; pthread_create(&t, 0, run, 0); }\n"
	        "int main(void) { while (__VERIFIER_nondet_int()) begin(); return 0; }\n");
	CHECK(features.creations == 1 && features.creates_in_loop);
	features = features_of_text(
	    "static void *run(void *p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); "
	    "return p; }\n"
	    "int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); run(0); return 0; }\n");
	CHECK(features.locks == 1 && features.creations == 1 && !features.creates_in_loop);
}

static uint32_t bit_of(const struct strategy *s) {
	uint32_t i = 0;
	while (strategy_table[i] && strategy_table[i] != s)
		i++;
	return 1u << i;
}

static bool is_plan(const struct portfolio_plan *p, const char *names) {
	char text[200] = "";
	for (size_t i = 0; i < p->n; i++) {
		size_t n = strlen(text);
		snprintf(text + n, sizeof text - n, "%s%s:%u", i ? " " : "", p->member[i]->strategy->name,
		         p->member[i]->weight);
	}
	if (strcmp(text, names) != 0)
		fprintf(stderr, "plan: %s\n", text);
	return !strcmp(text, names);
}

#define READER                                                                                     \
	"char *getenv(const char *);\n"                                                                \
	"static void *run(void *p) { return getenv(\"A\"); }\n"                                        \
	"int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); }\n"

static void test_plan(void) {
	struct run_fixture straight, loop;
	run_fixture_open(&straight, STRAIGHT);
	run_fixture_open(&loop, CREATE_IN("while (1)"));
	struct symex_config c = {.schedules = {.allowed = UINT32_MAX}};
	struct portfolio_plan p = portfolio_plan(straight.prog, &c);
	CHECK(is_plan(&p, "lazy:10 mpc:10 any-threads:2 partial-order:2"));
	p = portfolio_plan(loop.prog, &c);
	CHECK(is_plan(&p, "lazy:10 any-threads:10 mpc:2 partial-order:2"));
	c.schedules.allowed &= ~bit_of(&strategy_mpc);
	p = portfolio_plan(straight.prog, &c);
	CHECK(is_plan(&p, "lazy:10 any-threads:2 partial-order:2"));
	c.schedules.allowed = bit_of(&strategy_lazy);
	p = portfolio_plan(loop.prog, &c);
	CHECK(is_plan(&p, "lazy:10"));
	CHECK(p.lazy == 0 && p.member[0]->milliseconds == 0);
	/* Whatever the options exclude: somebody takes the program, and begins at once. */
	for (uint32_t allowed = 0; allowed < 1u << 9; allowed++) {
		c.schedules.allowed = allowed;
		p = portfolio_plan(straight.prog, &c);
		CHECK(p.lazy < p.n && p.member[p.lazy]->strategy == &strategy_lazy);
		CHECK(p.member[p.lazy]->milliseconds == 0);
	}
	c.schedules.allowed = bit_of(&strategy_mpc);
	p = portfolio_plan(straight.prog, &c);
	CHECK(is_plan(&p, "lazy:10 mpc:10") && p.stage == p.n);
	c.stage = &(struct weak_stage){0};
	p = portfolio_plan(straight.prog, &c);
	CHECK(p.stage == p.n); /* the strategy is not allowed */
	c.schedules.allowed = UINT32_MAX;
	p = portfolio_plan(straight.prog, &c);
	CHECK(is_plan(&p, "lazy:10 mpc:10 any-threads:2 partial-order:2 partial-order:4 lazy:4"));
	CHECK(p.stage == 4 && p.member[4]->milliseconds >= 1000 && p.lazy == 0);
	p.member[0]->adapt(&c);
	CHECK(c.schedules.strategy == &strategy_lazy);
	run_fixture_close(&loop);
	run_fixture_close(&straight);
}

/* Parts of what the environment may do are looked at where there is an environment, and never under
 * the rules of the competition. */
static void test_parts(void) {
	struct run_fixture none, asks;
	run_fixture_open(&none, STRAIGHT);
	run_fixture_open(&asks, READER);
	struct symex_config c = {.schedules = {.allowed = UINT32_MAX},
	                         .environment = {.environment_open = 1}};
	struct portfolio_plan p = portfolio_plan(none.prog, &c);
	CHECK(is_plan(&p, "lazy:10 mpc:10 any-threads:2 partial-order:2"));
	p = portfolio_plan(asks.prog, &c);
	CHECK(is_plan(&p, "lazy:10 mpc:10 any-threads:2 partial-order:2 lazy:6 lazy:4 mpc:4 lazy:4 "
	                  "lazy:3 mpc:2"));
	CHECK(p.lazy == 0 && p.member[4]->restriction && p.member[4]->milliseconds >= 1000);
	c.environment.input_reads = 3; /* not those that a member would choose */
	p = portfolio_plan(asks.prog, &c);
	CHECK(is_plan(&p, "lazy:10 mpc:10 any-threads:2 partial-order:2 lazy:6 lazy:4 lazy:3 mpc:2"));
	c.unmodelled_pure = true;
	p = portfolio_plan(asks.prog, &c);
	CHECK(is_plan(&p, "lazy:10 mpc:10 any-threads:2 partial-order:2"));
	c = (struct symex_config){.schedules = {.allowed = UINT32_MAX}}; /* usual as it is */
	p = portfolio_plan(asks.prog, &c);
	CHECK(is_plan(&p, "lazy:10 mpc:10 any-threads:2 partial-order:2"));
	run_fixture_close(&asks);
	run_fixture_close(&none);
	run_fixture_open(&none, "int main(void) { return 0; }\n");
	run_fixture_open(&asks,
	                 "char *getenv(const char *);\nint main(void) { return !getenv(\"A\"); }\n");
	c = (struct symex_config){.schedules = {.allowed = UINT32_MAX, .is_default = true, .jobs = 1},
	                          .environment = {.environment_open = 1}};
	CHECK(!portfolio_applies(none.prog, &c) && portfolio_applies(asks.prog, &c));
	p = portfolio_plan(asks.prog, &c);
	CHECK(is_plan(&p, "lazy:10 lazy:6 lazy:4 lazy:4 lazy:3") && p.lazy == 0);
	c.unmodelled_pure = true;
	CHECK(!portfolio_applies(asks.prog, &c));
	run_fixture_close(&asks);
	run_fixture_close(&none);
}

static void test_applies(void) {
	struct run_fixture threads, none;
	run_fixture_open(&threads, STRAIGHT);
	run_fixture_open(&none, "int main(void) { return 0; }\n");
	struct symex_config c = {.schedules = {.is_default = true, .jobs = 1}};
	CHECK(portfolio_applies(threads.prog, &c));
	CHECK(!portfolio_applies(none.prog, &c));
	c.schedules.all_runs = true;
	CHECK(!portfolio_applies(threads.prog, &c));
	c.schedules.all_runs = false;
	c.schedules.is_default = false;
	CHECK(!portfolio_applies(threads.prog, &c));
	run_fixture_close(&none);
	run_fixture_close(&threads);
}

/* --- Whose answer counts. --- */

enum how {
	UNKNOWN,
	SAFE,
	UNSAFE,
	WITHOUT_DEADLOCKS, /* SAFE, with deadlocks open */
	BOUNDED,           /* SAFE within an unwinding */
	INCONCLUSIVE,      /* SAFE, but something is not supported */
	NO_REPLAY,         /* a counterexample does not replay */
	FAULTS,
	KILLED,
};

struct script { /* what the member of a strategy does, after so much work */
	const struct strategy *strategy;
	enum how how;
	unsigned milliseconds;
	uint32_t switches, iterations; /* that it establishes first; 0: nothing */
	bool is_stage;                 /* one under a weaker memory model */
	uint32_t reads;                /* the one for so many reads of input; 0: any number */
};

enum { MILLISECOND = WORK_SECOND / 1000, MEMBERS = 4 };

struct run {
	struct script script[MEMBERS]; /* the others answer UNKNOWN at once */
	uint32_t unwind;               /* that the user gives; 0: none */
	bool is_sliced;
	bool has_stage, slices_stage;
	bool reads; /* the program reads from outside */

	enum verdict verdict;
	char decided_by[160], assumption[80], said[4000], line[300];
	bool has_replay_gap, has_interrupt_gap;
	struct search_progress progress;
};

static const struct run *running;

static void answer(enum how how, struct result *r) {
	r->verdict = how == SAFE || how == WITHOUT_DEADLOCKS || how == BOUNDED || how == INCONCLUSIVE
	                 ? VERDICT_SAFE
	             : how == UNSAFE ? VERDICT_UNSAFE
	                             : VERDICT_UNKNOWN;
	r->violated = NO_PROPERTY;
	r->deadlocks_open = how == WITHOUT_DEADLOCKS;
	if (how == BOUNDED)
		result_gap(r, GAP_UNWIND, NO_LOC, "unwind 5");
	if (how == INCONCLUSIVE)
		result_gap(r, GAP_UNSUPPORTED, NO_LOC, "inline assembly");
	if (how == NO_REPLAY)
		result_gap(r, GAP_REPLAY, NO_LOC, "does not replay");
	if (how == FAULTS)
		raise(SIGSEGV);
	if (how == KILLED)
		raise(SIGKILL);
}

/* In the process of a member. */
static void search(const struct goto_prog *prog, const struct symex_config *config,
                   struct result *result, struct symex_stats *stats) {
	(void)prog;
	struct script todo = {.how = UNKNOWN};
	for (size_t i = 0; i < MEMBERS; i++)
		if (running->script[i].strategy == config->schedules.strategy &&
		    running->script[i].reads == config->environment.input_reads &&
		    running->script[i].is_stage ==
		        (config->schedules.robust || config->schedules.model == &memory_model_c11))
			todo = running->script[i];
	bool is_first = config->schedules.strategy == &strategy_lazy;
	if (config->schedules.is_default || !config->schedules.is_member ||
	    (config->checkpoint && !is_first))
		abort();
	signal(SIGSEGV, SIG_DFL);
	stats->reads_input = running->reads;
	if (todo.switches) {
		search_progress_change(&stats->progress);
		search_progress_establish(&stats->progress,
		                          (struct established){.kind = ESTABLISHED_BOUND,
		                                               .switches = todo.switches,
		                                               .preemptions = ANY_NUMBER,
		                                               .iterations = todo.iterations});
		search_progress_changed(&stats->progress);
	}
	for (unsigned i = 0; i < todo.milliseconds; i++)
		work_add(MILLISECOND);
	answer(todo.how, result);
}

static struct run_fixture program, reader;

static void read_text(int fd, char *text, size_t size) {
	lseek(fd, 0, SEEK_SET);
	ssize_t n = read(fd, text, size - 1);
	text[n > 0 ? n : 0] = 0;
}

/* Runs the script; what is said on stderr is kept. */
static void run_script(struct run *run) {
	static struct checkpoint checkpoint;
	const struct goto_prog *prog = run->reads ? reader.prog : program.prog;
	struct symex_config config = program.config;
	config.environment.environment_open = run->reads;
	config.schedules.is_default = true;
	config.schedules.jobs = 1;
	config.schedules.allowed = UINT32_MAX;
	config.schedules.context_bound = NO_BOUND;
	config.schedules.preemption_bound = NO_BOUND;
	config.schedules.decision_bound = NO_BOUND;
	config.bounds.max_unwind = NO_BOUND;
	config.checkpoint = &checkpoint;
	if (run->unwind)
		config.bounds.unwind = run->unwind;
	struct symex_config weak = config;
	weak.schedules.model = &memory_model_c11;
	struct weak_stage stage = {prog, &weak, run->slices_stage};
	config.stage = run->has_stage ? &stage : NULL;
	struct symex_stats stats = {.sliced = run->is_sliced};
	struct result *result = result_open();
	result_assume(result, "this is so", run->has_stage ? "mm" : "option");
	running = run;
	char path[] = "/tmp/test_portfolioXXXXXX";
	int said = mkstemp(path), before = dup(STDERR_FILENO);
	unlink(path);
	dup2(said, STDERR_FILENO);
	portfolio_run(prog, &config, result, &stats, search);
	fflush(stderr);
	dup2(before, STDERR_FILENO);
	close(before);
	read_text(said, run->said, sizeof run->said);
	close(said);
	run->verdict = result_verdict(result);
	snprintf(run->line, sizeof run->line, "%s", result_verdict_line(result->arena, result));
	snprintf(run->decided_by, sizeof run->decided_by, "%s",
	         result->decided_by ? result->decided_by : "");
	snprintf(run->assumption, sizeof run->assumption, "%s",
	         result->assumption.n == 1 ? result->assumption.at[0].text : "");
	run->has_replay_gap = result_has_gap(result, GAP_REPLAY);
	run->has_interrupt_gap = result_has_gap(result, GAP_INTERRUPT);
	search_progress_copy(&run->progress, &stats.progress);
	result_close(result);
}

static bool begins(const char *text, const char *with) {
	return !strncmp(text, with, strlen(with));
}

#define SCRIPT(way, does, after)                                                                   \
	{ .strategy = &strategy_##way, .how = (does), .milliseconds = (after) }
#define LAZY(how, after)   SCRIPT(lazy, how, after)
#define RUNS(how, after)   SCRIPT(mpc, how, after)
#define PROOF(how, after)  SCRIPT(any_threads, how, after)
#define EVENTS(how, after) SCRIPT(partial_order, how, after)

/* The first certain answer counts, whoever has it; UNKNOWN ends nothing. */
static void test_first_counts(void) {
	struct run r = {.script = {LAZY(SAFE, 1)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_SAFE && begins(r.decided_by, "lazy exploration"));
	CHECK(!strcmp(r.assumption, "this is so"));
	r = (struct run){.script = {LAZY(UNKNOWN, 1), RUNS(UNSAFE, 5)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNSAFE && begins(r.decided_by, "runs and events"));
	CHECK(!strcmp(r.assumption, "this is so"));
	r = (struct run){.script = {LAZY(SAFE, 60000), EVENTS(UNSAFE, 5)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNSAFE && begins(r.decided_by, "event engine"));
	r = (struct run){.script = {LAZY(UNSAFE, 60000), EVENTS(SAFE, 5)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_SAFE && begins(r.decided_by, "event engine"));
	r = (struct run){.script = {LAZY(UNKNOWN, 1)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNKNOWN && !*r.decided_by);
}

/* SUCCESSFUL with an inconclusive gap, or within a bound that nobody gave, is not certain. */
static void test_qualified(void) {
	struct run r = {.script = {LAZY(BOUNDED, 1), RUNS(UNSAFE, 5)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNSAFE && begins(r.decided_by, "runs and events"));
	r.unwind = 5;
	run_script(&r);
	CHECK(r.verdict == VERDICT_SAFE && begins(r.decided_by, "lazy exploration"));
	r = (struct run){.script = {LAZY(INCONCLUSIVE, 1), EVENTS(UNSAFE, 5)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNSAFE && begins(r.decided_by, "event engine"));
	r = (struct run){.script = {LAZY(UNKNOWN, 1), EVENTS(INCONCLUSIVE, 1)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNKNOWN && !*r.decided_by);
}

/* A proof that leaves deadlocks open waits for a better answer, as long as it took. */
static void test_deadlocks_open(void) {
	struct run r = {.script = {LAZY(UNSAFE, 1500), RUNS(UNKNOWN, 1), PROOF(WITHOUT_DEADLOCKS, 1)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNSAFE && begins(r.decided_by, "lazy exploration"));
	r.script[0].milliseconds = 60000;
	run_script(&r);
	CHECK(r.verdict == VERDICT_SAFE && begins(r.decided_by, "proof for any number of threads"));
	r.script[0].how = UNKNOWN;
	r.script[0].milliseconds = 1;
	run_script(&r);
	CHECK(r.verdict == VERDICT_SAFE && begins(r.decided_by, "proof for any number of threads"));
}

/* What holds for short input counts, where nobody knows about all input after 20 seconds of work,
 * and twice the work so far. */
static void test_short(void) {
	struct script brief = {
	    .strategy = &strategy_lazy, .how = SAFE, .milliseconds = 100, .reads = 4};
	struct run r = {.reads = true, .script = {LAZY(UNSAFE, 5000), brief}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNSAFE && begins(r.decided_by, "lazy exploration"));
	r.script[0].milliseconds = 60000;
	run_script(&r);
	CHECK(r.verdict == VERDICT_SAFE && !strcmp(r.decided_by, "lazy exploration of short input"));
	r.script[0].how = SAFE;
	r.script[0].milliseconds = 5000;
	run_script(&r);
	CHECK(r.verdict == VERDICT_SAFE && !strcmp(r.decided_by, "lazy exploration"));
	r.script[0].how = UNKNOWN;
	run_script(&r);
	CHECK(r.verdict == VERDICT_SAFE && !strcmp(r.decided_by, "lazy exploration of short input"));
	r.script[1].how = WITHOUT_DEADLOCKS;
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNKNOWN);
	/* A violation is one of the program. */
	r.script[0].milliseconds = 60000;
	r.script[1].how = UNSAFE;
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNSAFE && !strcmp(r.decided_by, "lazy exploration of short input"));
	/* One read is no bound that anybody has by default: it is told, and that is all. */
	r.script[0].milliseconds = 6000;
	r.script[1] = (struct script){.strategy = &strategy_lazy, .how = SAFE, .reads = 1};
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNKNOWN && !strcmp(r.progress.few.text, "SUCCESSFUL"));
}

/* Under a weaker memory model, short input is no answer: it is not bounded there. */
static void test_short_stage(void) {
	struct script brief = {
	    .strategy = &strategy_lazy, .how = SAFE, .milliseconds = 100, .reads = 4};
	struct script stage = {
	    .strategy = &strategy_partial_order, .how = SAFE, .milliseconds = 100, .is_stage = true};
	struct run r = {
	    .reads = true, .has_stage = true, .script = {LAZY(UNKNOWN, 60000), brief, stage}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_SAFE && begins(r.decided_by, "event engine under C11"));
	r.script[2].how = UNKNOWN;
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNKNOWN);
}

/* After lazy exploration has no answer, the others have five more seconds of work. */
static void test_last_tries(void) {
	struct run r = {.script = {LAZY(UNKNOWN, 1), RUNS(SAFE, 4000)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_SAFE && begins(r.decided_by, "runs and events"));
	r.script[1].milliseconds = 60000;
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNKNOWN && !*r.decided_by);
}

/* A member that dies has no answer; others have. */
static void test_deaths(void) {
	struct run r = {.script = {LAZY(FAULTS, 1), EVENTS(SAFE, 5)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_SAFE && begins(r.decided_by, "event engine"));
	CHECK(strstr(r.said, "lazy exploration") && strstr(r.said, "SIGSEGV"));
	r = (struct run){.script = {LAZY(KILLED, 1), EVENTS(UNSAFE, 5)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNSAFE && !strstr(r.said, "lazy exploration"));
	r = (struct run){.script = {LAZY(KILLED, 1)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNKNOWN && r.has_interrupt_gap);
}

/* Where nobody has an answer, a crash is an internal error. */
static void test_bug(void) {
	struct run r = {.script = {LAZY(UNKNOWN, 1), EVENTS(FAULTS, 1)}};
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		run_script(&r);
		_exit(0);
	}
	int status = 0;
	CHECK(child > 0 && waitpid(child, &status, 0) == child);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_BUG);
}

/* On a slice, a counterexample that does not replay ends the search, unless runs have found it. */
static void test_slice(void) {
	struct run r = {.script = {LAZY(NO_REPLAY, 1), EVENTS(SAFE, 5)}, .is_sliced = true};
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNKNOWN && r.has_replay_gap);
	r = (struct run){.script = {LAZY(UNKNOWN, 300), RUNS(NO_REPLAY, 1), EVENTS(SAFE, 400)},
	                 .is_sliced = true};
	run_script(&r);
	CHECK(r.verdict == VERDICT_SAFE && begins(r.decided_by, "event engine"));
	r = (struct run){.script = {LAZY(NO_REPLAY, 1), EVENTS(SAFE, 5)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_SAFE && begins(r.decided_by, "event engine"));
}

/* What members have established is told together, and nothing twice. */
static void test_established(void) {
	struct run r = {.script = {LAZY(UNKNOWN, 1), RUNS(UNKNOWN, 1), EVENTS(UNKNOWN, 1)}};
	for (uint32_t i = 0; i < 3; i++) {
		static const uint32_t switches[] = {2, 1, 4}, iterations[] = {5, 5, 3};
		r.script[i].switches = switches[i];
		r.script[i].iterations = iterations[i];
	}
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNKNOWN && r.progress.nfacts == 2);
	bool first = false, second = false;
	for (uint32_t i = 0; i < r.progress.nfacts; i++) {
		const struct established *e = &r.progress.fact[i];
		first |= e->switches == 2 && e->iterations == 5;
		second |= e->switches == 4 && e->iterations == 3;
	}
	CHECK(first && second);
}

#define C11(does, after)                                                                           \
	{                                                                                              \
		.strategy = &strategy_partial_order, .how = (does), .milliseconds = (after),               \
		.is_stage = true                                                                           \
	}

#define ROBUST(does, after)                                                                        \
	{ .strategy = &strategy_lazy, .how = (does), .milliseconds = (after), .is_stage = true }

static bool ends_with_line(struct run *r, const char *line) {
	r->has_stage = true;
	run_script(r);
	if (strcmp(r->line, line) != 0)
		fprintf(stderr, "says: %s\n", r->line);
	return !strcmp(r->line, line);
}

/* Under a weaker memory model: what fails without it ends the search, what holds is searched on. */
static void test_stage(void) {
	struct run r = {.script = {LAZY(UNSAFE, 1), C11(SAFE, 1)}};
	CHECK(ends_with_line(&r, "VERIFICATION FAILED"));
	r = (struct run){.script = {LAZY(SAFE, 1), C11(UNSAFE, 1)}};
	CHECK(ends_with_line(&r, "VERIFICATION FAILED (under the C11 memory model; under sequential "
	                         "consistency it holds)"));
	CHECK(begins(r.decided_by, "event engine under C11"));
	r = (struct run){.script = {LAZY(SAFE, 1), RUNS(SAFE, 60000), C11(SAFE, 4000)}};
	CHECK(ends_with_line(&r, "VERIFICATION SUCCESSFUL") && !*r.assumption);
	CHECK(!strcmp(r.decided_by, "lazy exploration; event engine under C11"));
	r = (struct run){.script = {LAZY(SAFE, 1), C11(INCONCLUSIVE, 1)}};
	CHECK(ends_with_line(&r, "VERIFICATION UNKNOWN (holds under sequential consistency; C11 not "
	                         "decided: inline assembly)"));
	CHECK(!strcmp(r.assumption, "this is so"));
	r = (struct run){.script = {LAZY(SAFE, 1), C11(BOUNDED, 1)}};
	CHECK(ends_with_line(&r, "VERIFICATION UNKNOWN (holds under sequential consistency; C11 not "
	                         "decided: only within unwind 5)"));
	r = (struct run){.script = {LAZY(SAFE, 1), C11(SAFE, 60000)}};
	CHECK(ends_with_line(&r, "VERIFICATION UNKNOWN (holds under sequential consistency; C11 not "
	                         "decided: no answer after 10 s of work)"));
	CHECK(r.verdict == VERDICT_UNKNOWN && !*r.decided_by);
	r = (struct run){.script = {LAZY(BOUNDED, 1), C11(INCONCLUSIVE, 1)}, .unwind = 5};
	CHECK(ends_with_line(&r,
	                     "VERIFICATION UNKNOWN (holds under sequential consistency within unwind "
	                     "5; C11 not decided: inline assembly)"));
	r = (struct run){.script = {LAZY(SAFE, 1), C11(KILLED, 1)}};
	CHECK(ends_with_line(&r, "VERIFICATION UNKNOWN (holds under sequential consistency; C11 not "
	                         "decided: the process that searched was ended: killed by SIGKILL)"));
}

/* Two members look at the stage: a proof of either counts, and all executions tell more about a
 * violation than interleavings. */
static void test_robust(void) {
	struct run r = {.script = {LAZY(SAFE, 1), ROBUST(SAFE, 1), C11(SAFE, 60000)}};
	CHECK(ends_with_line(&r, "VERIFICATION SUCCESSFUL") && !*r.assumption);
	CHECK(!strcmp(r.decided_by, "lazy exploration; lazy exploration of a robust program"));
	r = (struct run){.script = {LAZY(SAFE, 1), ROBUST(INCONCLUSIVE, 1), C11(SAFE, 4000)}};
	CHECK(ends_with_line(&r, "VERIFICATION SUCCESSFUL"));
	CHECK(!strcmp(r.decided_by, "lazy exploration; event engine under C11"));
	r = (struct run){.script = {LAZY(SAFE, 1), ROBUST(INCONCLUSIVE, 1), C11(SAFE, 60000)}};
	CHECK(ends_with_line(&r, "VERIFICATION UNKNOWN (holds under sequential consistency; C11 not "
	                         "decided: no answer after 10 s of work)"));
	r = (struct run){.script = {LAZY(SAFE, 1), ROBUST(UNSAFE, 1), C11(UNSAFE, 2000)}};
	CHECK(ends_with_line(&r, "VERIFICATION FAILED (under the C11 memory model; under sequential "
	                         "consistency it holds)"));
	CHECK(begins(r.decided_by, "event engine under C11"));
	r = (struct run){.script = {LAZY(SAFE, 1), ROBUST(UNSAFE, 1), C11(KILLED, 2000)}};
	CHECK(ends_with_line(&r, "VERIFICATION FAILED (under the C11 memory model; under sequential "
	                         "consistency it holds)"));
	CHECK(begins(r.decided_by, "lazy exploration of a robust program"));
}

/* Where the others do not end, the stage has its share of the time. */
static void test_stage_beside(void) {
	struct run r = {.script = {LAZY(SAFE, 60000), C11(UNSAFE, 1)}};
	CHECK(ends_with_line(&r, "VERIFICATION FAILED (under the C11 memory model)"));
	r = (struct run){.script = {LAZY(SAFE, 60000), C11(SAFE, 1)}};
	CHECK(ends_with_line(&r, "VERIFICATION SUCCESSFUL") && !*r.assumption);
	CHECK(begins(r.decided_by, "event engine under C11"));
	r = (struct run){.script = {LAZY(UNKNOWN, 1), C11(UNKNOWN, 1)}};
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNKNOWN);
	/* A little later, sequential consistency has its answer, too. */
	r = (struct run){.script = {LAZY(UNSAFE, 2500), C11(UNSAFE, 1)}};
	CHECK(ends_with_line(&r, "VERIFICATION FAILED") && begins(r.decided_by, "lazy exploration"));
	/* A proof that leaves deadlocks open waits, and then it is the stage's turn. */
	r = (struct run){.script = {LAZY(UNKNOWN, 1), PROOF(WITHOUT_DEADLOCKS, 1), C11(UNSAFE, 1)}};
	CHECK(ends_with_line(&r, "VERIFICATION FAILED (under the C11 memory model; under sequential "
	                         "consistency it holds)"));
	/* On a slice that was wrong, the whole program is to be searched. */
	r = (struct run){.script = {LAZY(SAFE, 1), C11(NO_REPLAY, 1)}, .slices_stage = true};
	r.has_stage = true;
	run_script(&r);
	CHECK(r.verdict == VERDICT_UNKNOWN && r.has_replay_gap);
}

int main(void) {
	test_look();
	test_plan();
	test_parts();
	test_applies();
	run_fixture_open(&program, STRAIGHT);
	run_fixture_open(&reader, READER);
	test_first_counts();
	test_qualified();
	test_deadlocks_open();
	test_short();
	test_short_stage();
	test_last_tries();
	test_deaths();
	test_bug();
	test_slice();
	test_established();
	test_stage();
	test_robust();
	test_stage_beside();
	run_fixture_close(&reader);
	run_fixture_close(&program);
	return check_done("portfolio");
}
