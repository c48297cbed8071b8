/* symex/observer.h: what an observer is told of a concrete execution, instruction by instruction.
 */
#include "symex/observer.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frontend/frontend.h"
#include "goto/analysis/analysis.h"
#include "goto/passes/passes.h"
#include "solvers/solver_table.h"
#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/query/vc.h"
#include "symex/replay/replay.h"
#include "symex/sequential/sequential.h"
#include "symex/symex_stats.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

static const char source[] = "int x, y; int nondet_int(void);\n"
                             "void set(int v) { x = v; }\n"
                             "int main(void) {\n"
                             "	set(nondet_int());\n"
                             "	if (x == 7) { y = x; __VERIFIER_assert(y != 7); }\n"
                             "	return 0;\n"
                             "}\n";

struct seen {
	unsigned steps, reads, writes, inputs, branches, calls, violations;
	bool ended; /* a violation was told: nothing comes after */
};

static void see_step(struct symex *x, const struct state *st) {
	struct seen *s = x->observation.data;
	(void)st;
	s->steps++;
	CHECK(!s->ended);
}

static void see_access(struct symex *x, const struct state *st, const struct access *a) {
	struct seen *s = x->observation.data;
	const struct symbol *symbol = x->object.at[a->object].symbol;
	(void)st;
	bool counts = symbol && (!strcmp(symbol->display, "x") || !strcmp(symbol->display, "y"));
	CHECK(!counts || a->order == MEM_PLAIN);
	s->reads += counts && a->kind == ACCESS_READ;
	s->writes += counts && a->kind == ACCESS_WRITE;
}

static void see_choice(struct symex *x, const struct state *st, const struct choice *c) {
	struct seen *s = x->observation.data;
	(void)st;
	s->inputs += c->kind == CHOICE_INPUT;
}

static void see_branch(struct symex *x, struct state *st, bool taken) {
	struct seen *s = x->observation.data;
	(void)st, (void)taken;
	s->branches++;
}

static void see_call(struct symex *x, struct state *st) {
	struct seen *s = x->observation.data;
	CHECK(!strcmp(st->frame->function->symbol->display, "set"));
	s->calls++;
}

static void see_violation(struct symex *x, struct state *st, uint32_t property) {
	struct seen *s = x->observation.data;
	(void)st;
	CHECK(properties_at(x->properties, property)->class == PROPERTY_ASSERTION);
	s->violations++;
	s->ended = true;
}

static const struct observer observer = {.step = see_step,
                                         .access = see_access,
                                         .choice = see_choice,
                                         .branch = see_branch,
                                         .call = see_call,
                                         .violation = see_violation};

static struct goto_prog *load(const char *path) {
	struct fe_config config = {.file = &path, .nfiles = 1};
	struct check_config check = {.assertions = true};
	FILE *f = fopen(path, "w");
	fputs(source, f);
	fclose(f);
	struct goto_prog *p = fe_load(&config);
	goto_find_shared(p);
	goto_add_checks(p, &check);
	goto_remove_unreachable(p);
	goto_find_loops(p);
	goto_find_address_taken(p);
	return p;
}

int main(void) {
	char path[] = "/tmp/test_observerXXXXXX.c";
	close(mkstemps(path, 2));
	struct goto_prog *prog = load(path);
	struct symex_config config = {.solver = solver_table[0],
	                              .bounds = {.unwind = NO_BOUND, .depth = NO_BOUND}};
	struct symex_stats stats = {0};
	struct result *result = result_open();
	struct symex x;
	struct model *model;
	const struct vc *vc;
	const char *why;
	struct seen seen = {0}, other = {0};
	symex_open(&x, prog, &config, result, &stats);
	x.engine = &sequential_engine;
	x.loops.unwind = x.loops.constant_iterations = 1;
	sequential_execute(&x);
	CHECK(vc_check(&x, ANY_PROPERTY, &model, &vc) == ANSWER_SAT);
	CHECK(replay_run(&x, model, vc, &observer, &seen, &why));
	CHECK(seen.steps > 5 && seen.inputs == 1 && seen.calls == 1 && seen.violations == 1);
	CHECK(seen.writes == 2); /* x = v, y = x */
	CHECK(seen.reads >= 3);  /* of x twice, of y */
	CHECK(seen.branches >= 1);

	/* The execution is the same with an observer that is told nothing, and a second time. */
	CHECK(replay_run(&x, model, vc, &(struct observer){0}, NULL, &why));
	CHECK(replay_run(&x, model, vc, &observer, &other, &why));
	CHECK(!memcmp(&seen, &other, sizeof seen));
	model_close(model);
	symex_close(&x);
	result_close(result);
	prog_close(prog);
	unlink(path);
	intern_free_all();
	return check_done("observer");
}
