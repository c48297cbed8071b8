#include "symex/portfolio/plan.h"

#include "symex/generalise/path_search.h"
#include "symex/strategy.h"
#include "util/text/diag.h"

/* Of --strategy=mpc: no list of paths. */
static const struct path_search verdict_only = {.strategy = MPC_VERDICT, .share = 1, .shares = 1};
#define VERDICT_ONLY c->paths = &verdict_only

/* Short input: what a thread reads, and rounds of loops over its texts.  Few inputs: one of each
 * kind. */
enum { SHORT_READS = 4, SHORT_UNWIND = 9, FEW_CHARACTERS = 3 };

static void look_at_few(struct symex_config *c) {
	c->environment.input_reads = 1;
	if (c->arguments.most > 1)
		c->arguments.most = 1;
	if (c->arguments.length > FEW_CHARACTERS)
		c->arguments.length = FEW_CHARACTERS;
	c->bounds.first_unwind = FEW_CHARACTERS + 2;
}

/* Interleavings, which are all executions under the model of the stage, or there is no answer. */
static void ask_if_robust(struct symex_config *c) {
	c->schedules.model = NULL; /* sc */
	c->schedules.race_orders = c->schedules.robust = true;
}

#define RULE(id, way, name, when, start, weight, adapt, why)                                       \
	static bool id##_applies(const struct program_features *features) {                            \
		(void)features;                                                                            \
		return when;                                                                               \
	}                                                                                              \
	static void id##_adapt(struct symex_config *c) {                                               \
		c->schedules.strategy = &strategy_##way;                                                   \
		adapt;                                                                                     \
	}
#include "symex/portfolio/rules.def"

static const struct rule rules[] = {
#define RULE(id, way, name, when, start, weight, adapt, why)                                       \
	{name, why, &strategy_##way, id##_applies, start, weight, id##_adapt, NOT_RESTRICTED, false},
#define RESTRICTED(id, to, way, name, when, start, weight, adapt, why)                             \
	{name, why, &strategy_##way, id##_applies, start, weight, id##_adapt, to, false},
#define STAGE(id, way, name, start, weight, adapt, why)                                            \
	{name, why, &strategy_##way, id##_applies, start, weight, id##_adapt, NOT_RESTRICTED, true},
#include "symex/portfolio/rules.def"
};

static bool is_allowed(const struct symex_config *c, const struct strategy *s) {
	for (unsigned i = 0; strategy_table[i]; i++)
		if (strategy_table[i] == s)
			return c->schedules.allowed >> i & 1;
	return false;
}

static bool is_restricted(const struct symex_config *c) {
	return !c->environment.environment_open || c->small || c->multi_property || c->is_once;
}

static bool has_loop(const struct goto_prog *prog) {
	for (size_t i = 0; i < prog->function.n; i++)
		if (!prog->function.at[i]->is_model && prog->function.at[i]->loop.n)
			return true;
	return false;
}

bool plan_has_parts(const struct goto_prog *prog, const struct symex_config *c) {
	if (c->unmodelled_pure || c->termination || is_restricted(c))
		return false;
	struct program_features features = {0};
	features_of_library(prog, &features);
	return features.asks_environment || features.reads_input ||
	       (features.has_numbers && has_loop(prog));
}

/* Without threads, lazy exploration stands for symex/sequential/, and no other strategy is needed.
 */
static bool is_needed(const struct goto_prog *prog, const struct rule *r) {
	return prog->has_threads || r->strategy == &strategy_lazy;
}

struct portfolio_plan portfolio_plan(const struct goto_prog *prog, const struct symex_config *c) {
	struct portfolio_plan plan = {.features = program_features(prog)};
	bool has_lazy = false, has_stage = false;
	for (size_t i = 0; i < sizeof rules / sizeof *rules && plan.n < MAX_MEMBERS; i++) {
		bool is_lazy =
		    rules[i].strategy == &strategy_lazy && !rules[i].restriction && !rules[i].is_stage;
		/* The competition's rules are about all that the environment may do. */
		if (rules[i].restriction && (c->unmodelled_pure || is_restricted(c)))
			continue;
		if (rules[i].restriction == TO_SHORT_INPUT && c->environment.input_reads)
			continue;
		if (rules[i].is_stage && !c->stage)
			continue;
		if (!rules[i].applies(&plan.features) || !is_needed(prog, &rules[i]) ||
		    (!is_lazy && !is_allowed(c, rules[i].strategy)))
			continue;
		if (is_lazy)
			plan.lazy = plan.n;
		if (rules[i].is_stage && !has_stage)
			plan.stage = plan.n;
		has_lazy |= is_lazy;
		has_stage |= rules[i].is_stage;
		plan.member[plan.n++] = &rules[i];
	}
	if (!has_lazy)
		BUG("lazy exploration should be in every plan");
	if (!has_stage)
		plan.stage = plan.n;
	return plan;
}

static void print_count(FILE *out, uint32_t n, const char *one, const char *many) {
	fprintf(out, "  %u %s\n", n, n == 1 ? one : many);
}

void portfolio_print(FILE *out, const struct portfolio_plan *plan, unsigned jobs) {
	const struct program_features *l = &plan->features;
	fputs("The program has\n", out);
	print_count(out, l->creations, "call that creates a thread", "calls that create threads");
	fprintf(out, "  %s\n",
	        l->creates_in_loop ? "such a call in a loop that may create many threads"
	                           : "no such call in a loop that may not end");
	print_count(out, l->loops, "loop", "loops");
	print_count(out, l->inputs, "input", "inputs");
	print_count(out, l->locks, "call that locks", "calls that lock");
	print_count(out, l->atomics, "atomic section", "atomic sections");
	fprintf(out, "\nStrategies, %u at a time; the first certain answer ends the others:\n", jobs);
	for (size_t i = 0; i < plan->n; i++) {
		const struct rule *r = plan->member[i];
		fprintf(out, "  %zu. %s (--strategy=%s)\n     ", i + 1, r->name, r->strategy->name);
		if (r->milliseconds)
			fprintf(out, "after %g s of work", r->milliseconds / 1e3);
		else
			fputs("at once", out);
		if (r->is_stage)
			fputs(", or when the others have proved it", out);
		fprintf(out, ", weight %u\n     %s\n", r->weight, r->why);
	}
}

static const char *const part_name[] = {[TO_THE_USUAL] = "the usual environment",
                                        [TO_SMALL_VALUES] = "small values",
                                        [TO_SHORT_INPUT] = "short input",
                                        [TO_FEW_INPUTS] = "few short inputs"};

/* Processes beside the one that looks at everything. */
static void print_parts(FILE *out, const struct goto_prog *prog,
                        const struct symex_config *config) {
	struct portfolio_plan plan = {0};
	if (plan_has_parts(prog, config))
		plan = portfolio_plan(prog, config);
	for (size_t i = 0; i < plan.n; i++)
		if (plan.member[i]->restriction)
			fprintf(out, "\nAfter %g s of work, a process that only looks at %s:\n     %s\n",
			        plan.member[i]->milliseconds / 1e3, part_name[plan.member[i]->restriction],
			        plan.member[i]->why);
}

/* NULL: k-induction is tried. */
static const char *no_induction(const struct goto_prog *prog, const struct symex_config *config,
                                const struct program_features *features) {
	if (!features->loops)
		return "nothing is repeated";
	if (prog->has_jumps)
		return "the program calls setjmp";
	return config->bounds.induction ? NULL : "an option excludes it";
}

void portfolio_print_sequential(FILE *out, const struct goto_prog *prog,
                                const struct symex_config *config) {
	struct program_features features = program_features(prog);
	const char *without = no_induction(prog, config, &features);
	fputs("The program creates no threads; it has\n", out);
	print_count(out, features.loops, "loop", "loops");
	print_count(out, features.inputs, "input", "inputs");
	fputs("\nOne process, which alternates between these until an answer is certain:\n"
	      "  1. bounded model checking\n"
	      "     unwinds loops further and further, until no execution continues beyond the bound\n",
	      out);
	if (without)
		fprintf(out, "\nNo k-induction: %s\n", without);
	else
		fputs("  2. k-induction\n"
		      "     after each depth k, with at most as much work as the other had, and 0.3 s:\n"
		      "     proves loops that no unwinding covers\n",
		      out);
	print_parts(out, prog, config);
}
