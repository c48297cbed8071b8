/* The table of strategies: complete, consistent with the options, and enough for the choice. */
#include "symex/strategy.h"

#include <string.h>

#include "cli/options/compat.h"
#include "cli/options/strategies.h"
#include "solvers/solver_table.h"
#include "symex/reduction.h"
#include "tests/unit/check.h"

static void test_entry(const struct strategy *s) {
	CHECK(s->name && s->help && *s->help && s->paper && s->run);
	CHECK(strategy_find(s->name) == s);
	const struct compat *former = compat_find(s->name);
	CHECK(former ? former->kind == COMPAT_FORMER : s == &strategy_replay);
	CHECK(!(s->needs & ~solver_table[0]->caps)); /* the defaults go together */
	CHECK(!(s->reductions >> REDUCTION_N));
	for (const struct refusal *r = s->refuses; r && r->option; r++) {
		CHECK(option_find(r->option, false) && r->why && *r->why);
		CHECK(strategy_refusal(s, r->option) == r && !strategy_takes(s, r->option));
		char spelled[64];
		snprintf(spelled, sizeof spelled, "--%s", r->option);
		CHECK(r->values || strstr(r->why, spelled));
	}
	CHECK(strategy_takes(s, "context-bound") == (s->covers != COVERS_PROOFS));
	CHECK(!strategy_refusal(s, "context-bound") == (s->covers != COVERS_PROOFS));
}

/* A fallback takes what the strategy takes, and does not come back to it. */
static void test_fallback(const struct strategy *s) {
	size_t steps = 0, n = 0;
	while (strategy_table[n])
		n++;
	for (; s->fallback && steps < n; steps++) {
		const struct strategy *next = strategy_find(s->fallback);
		CHECK(next && next != s);
		for (const struct refusal *r = next->refuses; r && r->option; r++)
			CHECK(strategy_refusal(s, r->option));
		CHECK(!(next->needs & ~s->needs));
		s = next;
	}
	CHECK(steps < n);
}

static bool is_reduction(const char *name) {
	for (unsigned i = 0; i < REDUCTION_N; i++)
		if (name && !strcmp(name, reduction_table[i].name))
			return true;
	return false;
}

static bool some_strategy_takes(const char *option) {
	for (size_t i = 0; strategy_table[i]; i++)
		if (strategy_takes(strategy_table[i], option))
			return true;
	return false;
}

/* Every option is one that some strategy takes, and the default allows all but the reductions of
 * others. */
static void test_options(void) {
	for (size_t i = 0; i < option_table_n; i++) {
		if (option_table[i].kind != OPTION_GROUP)
			CHECK(some_strategy_takes(option_table[i].name));
		CHECK(strategy_allows(strategy_table[0], option_table[i].name) ||
		      is_reduction(option_table[i].name));
	}
	for (unsigned i = 0; i < REDUCTION_N; i++) {
		bool is_used = reduction_table[i].kind == REDUCTION_PASS;
		for (size_t k = 0; strategy_table[k]; k++)
			is_used |= strategy_table[k]->reductions >> i & 1;
		CHECK(is_used);
	}
	for (unsigned i = 0; i < LIMIT_N; i++) { /* an option, or words */
		char name[64];
		const char *text = reduction_limit_text[i];
		snprintf(name, sizeof name, "%.*s", (int)strcspn(text + 2, " =,"), text + 2);
		CHECK(strncmp(text, "--", 2) != 0 || option_find(name, false));
	}
}

/* What only some of them do: options about it mean nothing to the others, which still may search
 * beside them. */
static void test_special(void) {
	CHECK(!strategy_takes(&strategy_lazy, "inputs") && strategy_takes(&strategy_predict, "inputs"));
	CHECK(strategy_takes(&strategy_tdv, "inputs") && strategy_takes(&strategy_mpc, "inputs"));
	CHECK(!strategy_takes(&strategy_replay, "inputs")); /* it makes runs, but refuses */
	CHECK(!strategy_takes(&strategy_schedule, "order") && strategy_allows(&strategy_lazy, "order"));
	CHECK(strategy_takes(&strategy_partial_order, "order"));
	CHECK(strategy_takes(&strategy_mpc, "share") && !strategy_takes(&strategy_tdv, "share"));
	CHECK(strategy_takes(&strategy_lazy, "save") && !strategy_takes(&strategy_uw, "resume"));
	CHECK(strategy_takes(&strategy_mpc, "save") && !strategy_allows(&strategy_mpc, "dfs"));
}

/* An option is set if its value is not the default. */
static void test_is_set(void) {
	struct options o;
	options_init(&o);
	for (size_t i = 0; i < option_table_n; i++)
		CHECK(!option_is_set(&o, &option_table[i]));
	vec_push(&o.strategy, "lazy");
	o.no_reduction = REDUCTION_BIT(POR);
	o.depth = 0;
	o.dot = "file";
	o.timeout = 0.5;
	o.memlimit = 1;
	o.trace = TRACE_FULL;
	vec_push(&o.unwindset, "main.0:1");
	static const char *const set[] = {"strategy", "reduction", "depth", "dot",
	                                  "timeout",  "memlimit",  "trace", "unwindset"};
	for (size_t i = 0; i < sizeof set / sizeof *set; i++)
		CHECK(option_is_set(&o, option_find(set[i], false)));
	CHECK(strategies_named(&o, &strategy_lazy) && !strategies_named(&o, &strategy_uw));
	CHECK(!option_is_set(&o, option_find("replay", false)));
	o.replay = "file";
	strategies_drop(&o, &strategy_lazy); /* it stays named, and keeps what it takes */
	CHECK(strategies_named(&o, &strategy_lazy) && !o.replay && o.depth == 0 && o.no_reduction);
	strategies_drop(&o, &strategy_predict);
	CHECK(!o.strategy.n && !o.dot);
	CHECK(!option_find("no such option", false) && !option_find("Threads", false));
	options_free(&o);
}

/* A solver without what the strategy needs is an error that names both. */
static void test_needs(void) {
	struct arena *arena = arena_open();
	const char *error = NULL;
	struct solver_ops weak = {.name = "weak", .caps = SOLVER_PUSH};
	struct strategy greedy = {.name = "greedy", .needs = SOLVER_PUSH | SOLVER_CORE};
	CHECK(!strategies_can_run(&greedy, &weak, arena, &error) && error);
	CHECK(strstr(error, "--strategy=greedy") && strstr(error, "cores") && strstr(error, "weak"));
	error = NULL;
	weak.caps |= SOLVER_CORE;
	CHECK(strategies_can_run(&greedy, &weak, arena, &error) && !error);
	for (size_t i = 0; strategy_table[i]; i++)
		for (size_t k = 0; solver_table[k]; k++)
			CHECK(strategies_can_run(strategy_table[i], solver_table[k], arena, &error));
	arena_close(arena);
}

int main(void) {
	CHECK(strategy_table[0] == &strategy_lazy && !strategy_find("eager"));
	for (size_t i = 0; strategy_table[i]; i++) {
		test_entry(strategy_table[i]);
		test_fallback(strategy_table[i]);
	}
	test_options();
	test_special();
	test_is_set();
	test_needs();
	return check_done("strategy");
}
