#include "cli/options/config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options/option_rules.h"
#include "cli/options/options.h"
#include "solvers/sat/sat_engine.h"
#include "solvers/smtlib/smtlib.h"
#include "solvers/solver_table.h"
#include "solvers/z3/z3.h"
#include "symex/model/model.h"
#include "symex/strategy.h"
#include "tasks/plan.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

static struct options o;
static struct config c;
static const char *error;

static void drop(void) {
	config_free(&c);
	options_free(&o);
}

/* Leaves the configuration in 'c'; the caller drops it. */
static bool configure(const char *line) {
	options_init(&o);
	struct text_list word = {0};
	cli_split(o.arena, line, &word);
	error = NULL;
	c = (struct config){0};
	bool good = cli_parse(&o, (int)word.n, word.at, &error) && option_rules_check(&o, &error) &&
	            plan_config(&c, &o, &error);
	vec_free(&word);
	return good;
}

static bool fails(const char *line, const char *because) {
	bool good = !configure(line) && error && strstr(error, because);
	if (!good)
		fprintf(stderr, "%s: %s\n", line, error ? error : "accepted");
	drop();
	return good;
}

static void test_defaults(void) {
	CHECK(configure("a.c"));
	CHECK(c.check.assertions && c.check.error_calls && c.check.bounds && c.check.pointer);
	CHECK(c.check.div_by_zero && !c.check.overflow && !c.check.shift && !c.check.leak);
	CHECK(c.symex.bounds.unwind == NO_BOUND && !c.symex.bounds.unwinding_assertions);
	CHECK(c.symex.solver == solver_table[0] && !c.symex.only_property && !c.symex.unmodelled_pure);
	CHECK(!c.symex.unchecked_access);
	CHECK(!c.fe.triple && !c.fe.entry && c.fe.nfiles == 1);
	drop();
	CHECK(configure("a.c --no-bounds-check") && c.symex.unchecked_access);
	drop();
	CHECK(fails("", "no file"));
	CHECK(fails("a.c --solver none", "no solver 'none'"));
}

/* A strategy that is named accepts an option about what only some do exactly if it takes it. */
static void test_takes(void) {
	static const char *const given[][2] = {
	    {"inputs", "random:3"}, {"schedule-seed", "3"}, {"save-trace", "t"}, {"runs", "2"},
	    {"causal", "mcm"},      {"lcov", "f"},          {"order", "clocks"}, {"mpc-strategy", "3"},
	    {"share", "1/2"},       {"jobs", "3"},          {"save", "s"},       {"resume", "s"},
	};
	for (size_t i = 0; strategy_table[i]; i++)
		for (size_t k = 0; k < sizeof given / sizeof *given; k++) {
			const char *file = strategy_table[i] == &strategy_replay ? "t" : "";
			bool good = configure(intern_printf("a.c --%s %s --%s %s", strategy_table[i]->name,
			                                    file, given[k][0], given[k][1]));
			CHECK(good == strategy_takes(strategy_table[i], given[k][0]));
			if (good != strategy_takes(strategy_table[i], given[k][0]))
				fprintf(stderr, "--%s --%s\n", strategy_table[i]->name, given[k][0]);
			drop();
		}
}

/* Without a strategy, an option for one of the members excludes none. */
static void test_allowed(void) {
	static const char *const given[] = {"--order clocks", "--jobs 3", "--save s", "--resume s"};
	CHECK(configure("a.c") && c.symex.schedules.allowed);
	uint32_t all = c.symex.schedules.allowed;
	drop();
	for (size_t k = 0; k < sizeof given / sizeof *given; k++) {
		CHECK(configure(intern_printf("a.c %s", given[k])));
		CHECK(c.symex.schedules.is_default && c.symex.schedules.allowed == all);
		drop();
	}
	CHECK(configure("a.c --dfs") && c.symex.schedules.allowed != all);
	drop();
}

/* One solver, and one that is there. */
static void test_solvers(void) {
	CHECK(configure("a.c --solver=z3 --solver z3") && c.symex.solver == &solver_z3);
	drop();
	CHECK(configure("a.c --smtlib 'sh -c true'") && c.symex.solver == &solver_smtlib);
	CHECK(!strcmp(c.symex.solver_config.command, "sh -c true"));
	drop();
	CHECK(fails("a.c --solver=z3 --solver=boolector", "z3 and boolector: one solver only"));
	CHECK(fails("a.c --smtlib sh --sat", "smtlib and sat: one solver only"));
	CHECK(fails("a.c --solver smtlib", "--smtlib 'COMMAND'"));
	CHECK(fails("a.c --smtlib no-such-solver", "'no-such-solver' is not installed"));
	CHECK(fails("a.c --smtlib ' '", "the command is empty"));
	CHECK(configure("a.c") && !c.symex.solver_config.sat_engine);
	drop();
	CHECK(configure("a.c --sat-engine own") && c.symex.solver_config.sat_engine == &sat_own);
	drop();
	CHECK(configure("a.c --solver=z3 --check-solver --sat-engine own"));
	CHECK(c.symex.solver_config.sat_engine == &sat_own);
	drop();
	CHECK(fails("a.c --solver=z3 --sat-engine own",
	            "--sat-engine and --solver=z3: only --solver=sat has one"));
	CHECK(fails("a.c --sat-engine abacus", "--sat-engine: no 'abacus'; there is:"));
#ifdef NO_CADICAL
	CHECK(
	    fails("a.c --sat-engine cadical", "no 'cadical': this program was built without CaDiCaL"));
#endif
	char *path = strdup(getenv("PATH"));
	setenv("PATH", "/nowhere", 1);
	CHECK(fails("a.c --solver=boolector",
	            "--solver=boolector: the program 'boolector' is not installed (apt"));
	setenv("PATH", path, 1);
	free(path);
}

static void test_bounds(void) {
	CHECK(configure("a.c --unwind 4 --unwindset main.0:3,f.1:12 --unwindset 0:g.0:1"));
	CHECK(c.symex.bounds.unwind == 4 && c.symex.bounds.nrules == 3);
	CHECK(c.rule.n == 3 && !strcmp(c.rule.at[1].loop, "f.1") && c.rule.at[1].bound == 12);
	CHECK(!strcmp(c.rule.at[2].loop, "g.0") && c.rule.at[2].thread == 0);
	CHECK(c.rule.at[0].thread == NO_THREAD);
	drop();
	CHECK(configure("a.c --unwinding-assertions --unwind 2") &&
	      c.symex.bounds.unwinding_assertions);
	drop();
	CHECK(configure("a.c --partial-loops --unwinding-assertions --unwind 2") &&
	      !c.symex.bounds.unwinding_assertions);
	drop();
	CHECK(configure("a.c --unwindset a.c::f.0:3,1:b.c::g:4") && c.symex.bounds.nrules == 2);
	drop();
	CHECK(fails("a.c --unwindset main.0", "needs LOOP:N"));
	CHECK(fails("a.c --unwindset :3", "needs LOOP:N"));
	CHECK(fails("a.c --unwindset main.0:", "needs LOOP:N"));
	CHECK(fails("a.c --unwindset main.0:-1", "needs LOOP:N"));
	CHECK(fails("a.c --unwindset main.0:4294967295", "needs LOOP:N"));
	CHECK(fails("a.c --unwindset 3:5", "loops have names"));
	CHECK(fails("a.c --unwindset 1:2:5", "loops have names"));
	CHECK(fails("a.c --unwindset 1::5", "loops have names"));
	CHECK(fails("a.c --unwindset one:main.0:5", "threads have numbers"));
	CHECK(fails("a.c --unwindset 1x:main.0:5", "threads have numbers"));
	CHECK(fails("a.c --unwindset 4294967295:main.0:5", "threads have numbers"));
	CHECK(fails("a.c --strategy=lazy --order eager", "--order needs --strategy=partial-order"));
	CHECK(configure("a.c --order eager") && c.symex.schedules.order_way == ORDER_BY_EAGER);
	drop();
	CHECK(fails("a.c --strategy=schedule --unwindset 1:main.0:5", "needs --strategy=lazy"));
	CHECK(fails("a.c --strategy=uw --depth 5", "needs --strategy=lazy"));
	CHECK(configure("a.c --strategy=uw --unwindset 0:main.0:5"));
	drop();
}

static void test_schedules(void) {
	const struct schedules *s = &c.symex.schedules;
	CHECK(configure("a.c --strategy=lazy"));
	CHECK(s->context_bound == NO_BOUND && s->preemption_bound == NO_BOUND);
	CHECK(s->decision_bound == NO_BOUND && s->order == ORDER_SWITCHES && !s->incremental);
	CHECK(!c.symex.without && !s->all_runs && c.symex.environment.spurious_wakeups);
	CHECK(s->deadlock_check && !s->race_check && !s->lock_order_check);
	CHECK(c.check.lock && !c.check.atomicity && !o.statement_granularity);
	drop();
	CHECK(configure(
	    "a.c --context-bound 3 --preemption-bound=2 --decision-bound 0 --dfs --no-reduction=por "
	    "--no-reduction=state-cache --no-reduction=symmetry --no-reduction=prune --all-runs "
	    "--no-spurious-wakeups"));
	CHECK(s->context_bound == 3 && s->preemption_bound == 2 && s->decision_bound == 0);
	CHECK(s->order == ORDER_DFS &&
	      c.symex.without == (REDUCTION_BIT(POR) | REDUCTION_BIT(STATE_CACHE) |
	                          REDUCTION_BIT(SYMMETRY) | REDUCTION_BIT(PRUNE)));
	CHECK(s->all_runs && !c.symex.environment.spurious_wakeups);
	drop();
	CHECK(configure("a.c --incremental-context-bound --context-bound 5"));
	CHECK(s->incremental && s->context_bound == 5);
	drop();
	CHECK(configure("a.c --incremental-context-bound"));
	CHECK(s->incremental && s->context_bound == RAISED_BOUND);
	drop();
	CHECK(configure("--random-order a.c") && s->order == ORDER_RANDOM && s->seed == 0);
	drop();
	CHECK(configure("--random-order 7 a.c") && s->order == ORDER_RANDOM && s->seed == 7);
	drop();
	CHECK(configure("a.c --context-bound -1 --mm sc") && s->context_bound == NO_BOUND);
	drop();
	CHECK(fails("a.c --dfs --random-order=1", "exclude each other"));
	CHECK(fails("a.c --dfs --incremental-context-bound", "an order of its own"));
	CHECK(fails("a.c --atomicity-check --statement-granularity", "inside statements"));
	CHECK(fails("a.c --context-bound two", "needs a number"));
	CHECK(fails("a.c --random-order=x", "needs a number"));
}

static bool accepts(const char *line) {
	bool good = configure(line);
	if (!good)
		fprintf(stderr, "%s: %s\n", line, error);
	drop();
	return good;
}

/* Of a strategy that lacks the model, and of what is about interleavings, one line says so. */
static void test_models(void) {
	static const char *const strategy[] = {"--strategy=schedule", "--strategy=uw", "--strategy=tdv",
	                                       "--strategy=mpc", "--strategy=predict"};
	CHECK(accepts("a.c --mm sc") && accepts("a.c --mm c11") && accepts("a.c --mm tso"));
	CHECK(fails("a.c --mm power", "must be one of sc|tso|pso|c11, not 'power'"));
	CHECK(fails("a.c --mm", "needs a value"));
	for (size_t i = 0; i < sizeof strategy / sizeof *strategy; i++)
		for (unsigned m = MODEL_TSO; m < MODEL_N; m++) {
			const char *name = memory_model_table[m]->name;
			char line[64], text[64];
			snprintf(line, sizeof line, "a.c %s --mm %s", strategy[i], name);
			snprintf(text, sizeof text, "%s: --mm %s needs --strategy=partial-order", strategy[i],
			         name);
			if (strategy_partial_order.models >> m & 1)
				CHECK(fails(line, text));
		}
	CHECK(fails("a.c --mm tso --data-races-check", "races are a notion of C"));
	CHECK(accepts("a.c --mm c11 --data-races-check"));
	CHECK(fails("a.c --mm c11 --context-bound 3", "no context switches"));
	CHECK(fails("a.c --mm c11 --witness w.yml", "a witness is an interleaving"));
	CHECK(fails("a.c --mm pso --cover tests", "a test is an interleaving"));
	CHECK(fails("a.c --mm pso --atomicity-check", "it is about interleavings"));
	CHECK(fails("a.c --mm c11 --order=clocks", "--order=theory"));
	CHECK(accepts("a.c --mm sc --context-bound 3 --strategy=schedule"));
}

static void test_prediction(void) {
	const struct prediction *p = &c.prediction;
	CHECK(configure("a.c --strategy=predict") && p->runs == 1 && p->inputs == INPUTS_ZERO);
	CHECK(p->turns == TURNS_ROUND_ROBIN && p->causal == CAUSAL_CTP);
	drop();
	CHECK(configure(
	    "a.c --strategy=predict --inputs random:7 --schedule-seed 3 --runs 5 --causal=mcm"));
	CHECK(p->inputs == INPUTS_RANDOM && p->input_seed == 7 && p->turns == TURNS_RANDOM);
	CHECK(p->turn_seed == 3 && p->runs == 5 && p->causal == CAUSAL_MCM);
	drop();
	CHECK(configure("a.c --strategy=predict --inputs random") && p->inputs == INPUTS_RANDOM);
	drop();
	CHECK(fails("a.c --strategy=predict --inputs random:x", "the seed must be a number"));
	CHECK(fails("a.c --strategy=predict --runs 0", "at least one run"));
	CHECK(fails("a.c --strategy=predict --replay t --inputs random", "--replay has inputs"));
	CHECK(fails("a.c --strategy=predict --trace-in t --schedule-seed 1", "--replay has inputs"));
	CHECK(configure("a.c --strategy=predict --replay t") &&
	      c.symex.schedules.strategy == &strategy_predict);
	drop();
	CHECK(configure("a.c --replay t --strategy=predict") &&
	      c.symex.schedules.strategy == &strategy_predict);
	drop();
	CHECK(configure("a.c --replay t") && c.symex.schedules.strategy == &strategy_replay);
	drop();
	CHECK(fails("a.c --strategy=tdv --replay t", "exclude each other"));
	CHECK(fails("a.c --replay t --strategy=mpc", "exclude each other"));
	static const char *const only[] = {"--inputs random", "--schedule-seed 1", "--save-trace t",
	                                   "--runs 2", "--causal mcm"};
	for (size_t i = 0; i < sizeof only / sizeof *only; i++) {
		char line[128];
		snprintf(line, sizeof line, "a.c %s", only[i]);
		CHECK(fails(line, "needs --strategy=predict"));
	}
}

static void test_paths(void) {
	const struct path_search *s = &c.paths;
	CHECK(configure("a.c --strategy=mpc") && c.symex.schedules.jobs == 1 && s->share == 1 &&
	      s->shares == 1);
	CHECK(s->strategy == 2);
	drop();
	CHECK(configure("a.c --strategy=mpc -j4 --share 2/3") && c.symex.schedules.jobs == 4);
	CHECK(s->share == 2 && s->shares == 3 && !s->journal);
	drop();
	CHECK(configure("a.c --strategy=mpc -j 3") && c.symex.schedules.jobs == 3);
	drop();
	CHECK(fails("a.c --strategy=mpc -j0", "from 1 to 256 processes"));
	CHECK(fails("a.c --strategy=mpc -j1000", "from 1 to 256 processes"));
	CHECK(fails("a.c --strategy=mpc -jx", "needs a number"));
	static const char *const bad[] = {"0/3", "4/3", "1", "/3", "1/", "1/3x", "a/3", "-1/3", "1/0"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char line[64];
		snprintf(line, sizeof line, "a.c --strategy=mpc --share=%s", bad[i]);
		CHECK(fails(line, "--share needs I/N"));
	}
	CHECK(configure("a.c --strategy=mpc") && c.symex.paths == s && !c.symex.is_once);
	CHECK(c.symex.prediction == &c.prediction);
	drop();
	static const char *const once[] = {"--strategy=mpc --share 1/2", "--strategy=mpc --journal j",
	                                   "--strategy=predict --trace-in t",
	                                   "--strategy=predict --save-trace t", "--replay t"};
	for (size_t i = 0; i < sizeof once / sizeof *once; i++) {
		CHECK(configure(intern_printf("a.c %s", once[i])) && c.symex.is_once);
		drop();
	}
	CHECK(configure("a.c --strategy=mpc --mpc-strategy=1") && s->strategy == 1);
	drop();
	CHECK(fails("a.c --strategy=mpc --mpc-strategy 0", "--mpc-strategy is 1, 2 or 3"));
	CHECK(fails("a.c --strategy=mpc --mpc-strategy 4", "--mpc-strategy is 1, 2 or 3"));
	CHECK(fails("a.c --strategy=mpc --mpc-strategy 3 -j2", "--jobs needs a list of paths"));
	CHECK(
	    fails("a.c --strategy=mpc --mpc-strategy 1 --share 1/2", "--share needs a list of paths"));
	CHECK(fails("a.c --strategy=tdv --mpc-strategy 3", "--mpc-strategy needs --strategy=mpc"));
	CHECK(fails("a.c --strategy=lazy -j2", "--jobs needs --strategy=mpc, or no strategy at all"));
	CHECK(fails("a.c --share 1/2 --strategy=lazy", "--share needs --strategy=mpc"));
	CHECK(configure("a.c --strategy=mpc --journal f") && !strcmp(o.save, "f") &&
	      !strcmp(o.resume, "f"));
	drop();
	CHECK(fails("a.c --strategy=mpc --save f --resume g", "--save must name the same one"));
	CHECK(
	    fails("a.c --strategy=mpc --mpc-strategy 3 --resume f", "--resume needs a list of paths"));
	CHECK(fails("a.c --strategy=tdv --save f", "--save and --resume need --strategy=lazy or mpc"));
}

static void test_strategies(void) {
	const struct schedules *s = &c.symex.schedules;
	CHECK(configure("a.c") && s->strategy == &strategy_lazy);
	drop();
	CHECK(configure("a.c --strategy=lazy") && s->strategy == &strategy_lazy);
	drop();
	CHECK(configure("a.c --strategy=schedule") && s->strategy == &strategy_schedule);
	drop();
	CHECK(configure("a.c --strategy=uw") && s->strategy == &strategy_uw);
	drop();
	CHECK(configure("a.c --strategy=uw --context-bound 3 --preemption-bound 2 --data-races-check "
	                "--no-reduction=por"));
	CHECK(s->context_bound == 3 && s->preemption_bound == 2 && s->race_check &&
	      c.symex.without == REDUCTION_BIT(POR));
	drop();
	CHECK(configure("a.c --strategy=predict") && s->strategy == &strategy_predict);
	drop();
	CHECK(fails("a.c --strategy=lazy --strategy=schedule", " exclude each other"));
	CHECK(fails("a.c --strategy=uw --strategy=lazy", " exclude each other"));
	CHECK(fails("a.c --strategy=schedule --strategy=uw",
	            "--strategy=schedule and --strategy=uw exclude each other"));
	static const char *const lazy_only[] = {"--dfs",
	                                        "--random-order",
	                                        "--random-order=7",
	                                        "--all-runs",
	                                        "--decision-bound 2",
	                                        "--decision-bound 0",
	                                        "--lock-order-check",
	                                        "--incremental-context-bound",
	                                        "--incremental-context-bound --context-bound 3"};
	for (size_t i = 0; i < sizeof lazy_only / sizeof *lazy_only; i++) {
		char line[128];
		snprintf(line, sizeof line, "a.c --strategy=lazy %s", lazy_only[i]);
		CHECK(configure(line));
		drop();
		snprintf(line, sizeof line, "a.c --strategy=schedule %s", lazy_only[i]);
		CHECK(fails(line, "need"));
		CHECK(fails(line, "--strategy=lazy"));
		snprintf(line, sizeof line, "a.c --strategy=uw %s", lazy_only[i]);
		CHECK(fails(line, "need"));
		CHECK(fails(line, "--strategy=lazy"));
	}
}

static void test_thread_checks(void) {
	const struct schedules *s = &c.symex.schedules;
	CHECK(configure("a.c --no-deadlock-check --data-races-check --lock-order-check "
	                "--atomicity-check --no-lock-check"));
	CHECK(!s->deadlock_check && s->race_check && s->lock_order_check);
	CHECK(c.check.atomicity && !c.check.lock && c.check.assertions);
	drop();
	/* whatever else is asked for, in any order */
	CHECK(configure("a.c --data-races-check-only --memory-leak-check --error-label E "
	                "--lock-order-check"));
	CHECK(s->race_check && !s->deadlock_check && !s->lock_order_check);
	CHECK(!c.check.assertions && !c.check.error_calls && !c.check.bounds && !c.check.pointer);
	CHECK(!c.check.lock && !c.check.leak && !c.symex.leak_check && !c.check.error_label);
	CHECK(c.symex.unchecked_access);
	drop();
}

static void test_target(void) {
	CHECK(configure("a.c --data-model ILP32") && !strcmp(c.fe.triple, "i386-linux-gnu"));
	drop();
	CHECK(configure("a.c --64 --function f") && !strcmp(c.fe.triple, "x86_64-linux-gnu"));
	CHECK(!strcmp(c.fe.entry, "f"));
	drop();
	setenv("CBMC_MT_MODELS", "/some/where", 1);
	CHECK(configure("a.c") && !strcmp(c.fe.model_dir, "/some/where"));
	drop();
	setenv("CBMC_MT_MODELS", "", 1);
	CHECK(configure("a.c") && !c.fe.model_dir);
	drop();
	unsetenv("CBMC_MT_MODELS");
}

static void test_property_file(void) {
	char path[] = "/tmp/test-config-XXXXXX", line[128];
	int fd = mkstemp(path);
	CHECK(fd >= 0);
	static const char memsafety[] = "CHECK( init(main()), LTL(G valid-free) )\n"
	                                "CHECK( init(main()), LTL(G valid-deref) )\n"
	                                "CHECK( init(main()), LTL(G valid-memtrack) )\n";
	CHECK(write(fd, memsafety, strlen(memsafety)) == (ssize_t)strlen(memsafety));
	snprintf(line, sizeof line, "a.c --property %s", path);
	CHECK(configure(line));
	CHECK(c.check.pointer && c.check.leak && !c.check.assertions && !c.check.div_by_zero);
	CHECK(c.symex.leak_check && c.symex.leak_reachable_ok && c.symex.unmodelled_pure);
	CHECK(!c.symex.only_property && !c.symex.schedules.deadlock_check && !c.check.lock);
	drop();
	snprintf(line, sizeof line, "a.c --property %s --property %s", path, path);
	CHECK(fails(line, "only one property file"));
	CHECK(ftruncate(fd, 10) == 0);
	snprintf(line, sizeof line, "a.c --property %s", path);
	CHECK(fails(line, "unsupported property: CHECK( ini"));
	static const char race[] = "CHECK( init(main()), LTL(G ! data-race) )\n";
	CHECK(ftruncate(fd, 0) == 0);
	CHECK(pwrite(fd, race, strlen(race), 0) == (ssize_t)strlen(race));
	snprintf(line, sizeof line, "a.c --lock-order-check --property %s", path);
	CHECK(configure(line));
	CHECK(c.symex.schedules.race_check && !c.symex.schedules.deadlock_check);
	CHECK(!c.symex.schedules.lock_order_check && !c.check.error_calls && !c.check.lock);
	drop();
	close(fd);
	unlink(path);
}

static void test_claim(void) {
	struct goto_prog prog = {0};
	struct property p = {.id = "main.assertion.1"};
	vec_push(&prog.property, p);
	p.id = "f.bounds.1";
	vec_push(&prog.property, p);
	CHECK(configure("a.c --claim f.bounds.1") && config_property(&c, &o, &prog, &error));
	drop();
	CHECK(configure("a.c --claim 1") && config_property(&c, &o, &prog, &error));
	CHECK(!strcmp(c.symex.only_property, "main.assertion.1"));
	drop();
	CHECK(configure("a.c --claim 3") && !config_property(&c, &o, &prog, &error));
	drop();
	CHECK(configure("a.c --claim f.bound.1") && !config_property(&c, &o, &prog, &error));
	CHECK(strstr(error, "nearest is f.bounds.1"));
	drop();
	CHECK(fails("a.c --property missing.prp", "no such file"));
	CHECK(fails("a.c --claim x --claim y", "only one --property"));
	vec_free(&prog.property);
}

int main(void) {
	test_defaults();
	test_takes();
	test_allowed();
	test_solvers();
	test_bounds();
	test_schedules();
	test_models();
	test_prediction();
	test_paths();
	test_strategies();
	test_thread_checks();
	test_target();
	test_property_file();
	test_claim();
	intern_free_all();
	return check_done("config");
}
