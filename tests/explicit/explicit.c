/* explicit -- every schedule and every small input of a small multi-threaded program, concretely.
 *
 * Usage: explicit [--values N] [--max-states N] [--context-bound N] [--preemption-bound N]
 *                 [--no-assertions] [--no-lock-check] [--assumptions] [--environment usual]
 *                 [--observe NAME] [--statistics] [--mm sc|tso|pso] FILE [COMPILER FLAG]...
 *
 * Prints 'safe', or a line for each violation with the least bounds within which it happens:
 *
 *   assertion 12 contexts 1 preemptions 1
 *   deadlock global contexts 2 preemptions 1
 *   race x contexts 1 preemptions 1
 *   pointer 14 contexts 0 preemptions 0
 *
 * --assumptions: and what executions rest on, with the least bounds within which they do:
 *
 *   function f contexts 0 preemptions 0                  it has no body, and is called
 *   option malloc-may-fail contexts 0 preemptions 0      is off, and would make a difference
 *
 * --observe NAME: and with which values the function of this name, which has no body, is called,
 * each with the number of states from which it is:
 *
 *   value 7 states 3
 *
 * Exit code 0 safe, 10 violated, 5 when the program needs what this interpreter does not have.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"
#include "goto/program/validate.h"
#include "goto/analysis/analysis.h"
#include "goto/passes/passes.h"
#include "tests/explicit/search.h"
#include "tests/model_dir.h"
#include "util/base/deep.h"
#include "util/text/diag.h"
#include "util/base/intern.h"

struct job {
	const char *file;
	VEC(const char *) flag;
	struct search search;
	uint32_t bound[COST_N];
	bool assertions, locks, assumptions, statistics;
	int code;
};

/* Whatever has an address that another thread could come by. */
static bool could_be_shared(const struct symbol *s) {
	return s->storage == STORAGE_STATIC || s->address_taken;
}

static struct goto_prog *load(struct job *job, struct arena *arena) {
	struct fe_config fe = {.file = &job->file,
	                       .nfiles = 1,
	                       .flag = job->flag.at,
	                       .nflags = job->flag.n,
	                       .model_dir = model_dir(arena)};
	struct check_config check = {
	    .assertions = job->assertions, .error_calls = job->assertions, .lock = job->locks};
	struct goto_prog *prog = fe_load(&fe);
	goto_find_address_taken(prog);
	goto_split_shared(prog, could_be_shared);
	goto_add_checks(prog, &check);
	goto_remove_unreachable(prog);
	goto_find_loops(prog);
	goto_find_address_taken(prog);
	goto_validate(prog);
	return prog;
}

static bool is_within(const struct job *job, const struct violation *v) {
	return v->cost[COST_CONTEXTS] <= job->bound[COST_CONTEXTS] &&
	       v->cost[COST_PREEMPTIONS] <= job->bound[COST_PREEMPTIONS];
}

static void print_finding(const struct violation *v) {
	printf("%s", v->finding.what);
	if (v->finding.name)
		printf(" %s", v->finding.name);
	if (v->finding.line)
		printf(" %u", v->finding.line);
	printf(" contexts %u preemptions %u\n", v->cost[COST_CONTEXTS], v->cost[COST_PREEMPTIONS]);
}

static void print(struct job *job) {
	const struct search *s = &job->search;
	for (size_t i = 0; i < s->violation.n; i++) {
		const struct violation *v = &s->violation.at[i];
		bool is_value = !strcmp(v->finding.what, OBSERVED);
		bool is_assumption =
		    !strcmp(v->finding.what, ASSUMED_FUNCTION) || !strcmp(v->finding.what, ASSUMED_OPTION);
		if (!is_within(job, v) || (is_assumption && !job->assumptions))
			continue;
		if (is_value) {
			printf("%s %s states %llu\n", OBSERVED, v->finding.name, (unsigned long long)v->count);
			continue;
		}
		if (!is_assumption)
			job->code = EXIT_UNSAFE;
		print_finding(v);
	}
	if (job->code == EXIT_SAFE)
		puts("safe");
	if (job->statistics)
		fprintf(stderr, "%llu states\n", (unsigned long long)s->states);
}

static void run(void *data) {
	struct job *job = data;
	struct arena *arena = arena_open();
	job->search.prog = load(job, arena);
	step_setup(job->search.prog);
	search_run(&job->search);
	print(job);
	vec_free(&job->search.violation);
	prog_close(job->search.prog);
	arena_close(arena);
}

static uint32_t number(const char *text) {
	char *end;
	unsigned long n = text ? strtoul(text, &end, 10) : 0;
	if (!text || !*text || *end || n >= UINT32_MAX)
		fatal(EXIT_USAGE, NO_LOC, "a number is expected, not '%s'", text ? text : "");
	return (uint32_t)n;
}

static bool is_usual(const char *text) {
	bool usual = text && !strcmp(text, "usual");
	if (!usual && (!text || strcmp(text, "open") != 0))
		fatal(EXIT_USAGE, NO_LOC, "open or usual is expected, not '%s'", text ? text : "");
	return usual;
}

static enum buffering buffering(const char *text) {
	static const char *const name[] = {"sc", "tso", "pso"};
	for (unsigned i = 0; text && i < 3; i++)
		if (!strcmp(text, name[i]))
			return (enum buffering)i;
	fatal(EXIT_USAGE, NO_LOC, "sc, tso or pso is expected, not '%s'", text ? text : "");
}

static void parse(struct job *job, char **arg) {
	for (; *arg; arg++) {
		if (!strcmp(*arg, "--values"))
			job->search.values = number(*++arg);
		else if (!strcmp(*arg, "--max-states"))
			job->search.max_states = number(*++arg);
		else if (!strcmp(*arg, "--unwind"))
			job->search.limits.unwind = number(*++arg);
		else if (!strcmp(*arg, "--spurious-wakeups"))
			job->search.limits.spurious_wakeups = true;
		else if (!strcmp(*arg, "--weak-cas-may-fail"))
			job->search.limits.weak_exchanges = true;
		else if (!strcmp(*arg, "--environment"))
			job->search.limits.usual = is_usual(*++arg);
		else if (!strcmp(*arg, "--context-bound"))
			job->bound[COST_CONTEXTS] = number(*++arg);
		else if (!strcmp(*arg, "--preemption-bound"))
			job->bound[COST_PREEMPTIONS] = number(*++arg);
		else if (!strcmp(*arg, "--no-assertions"))
			job->assertions = false;
		else if (!strcmp(*arg, "--no-lock-check"))
			job->locks = false;
		else if (!strcmp(*arg, "--mm"))
			job->search.limits.buffers = buffering(*++arg);
		else if (!strcmp(*arg, "--observe"))
			job->search.limits.observe = *++arg;
		else if (!strcmp(*arg, "--assumptions"))
			job->assumptions = true;
		else if (!strcmp(*arg, "--statistics"))
			job->statistics = true;
		else if (**arg == '-')
			vec_push(&job->flag, *arg);
		else
			job->file = *arg;
	}
	if (!job->file || !job->search.values)
		fatal(EXIT_USAGE, NO_LOC, "usage: explicit [OPTION]... FILE");
}

int main(int argc, char **argv) {
	(void)argc;
	struct job job = {.assertions = true,
	                  .locks = true,
	                  .search = {.values = 4, .max_states = 1000000},
	                  .bound = {UINT32_MAX, UINT32_MAX}};
	diag_setup(false, 0, argv[0]);
	parse(&job, argv + 1);
	if (!deep_run(run, &job))
		fatal(EXIT_INPUT, NO_LOC, "not enough memory to start");
	vec_free(&job.flag);
	intern_free_all();
	return job.code;
}
