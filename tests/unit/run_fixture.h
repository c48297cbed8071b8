/* tests/unit/run_fixture.h -- a program with threads, loaded from a text, and runs of it. */
#ifndef TESTS_UNIT_RUN_FIXTURE_H
#define TESTS_UNIT_RUN_FIXTURE_H

#include <stdio.h>
#include <unistd.h>

#include "frontend/frontend.h"
#include "goto/analysis/analysis.h"
#include "goto/passes/passes.h"
#include "solvers/solver_table.h"
#include "symex/bounds.h"
#include "symex/concrete/concrete.h"
#include "symex/config.h"
#include "symex/symex_stats.h"
#include "tests/model_dir.h"

struct run_fixture {
	char path[64];
	struct goto_prog *prog;
	struct symex_config config;
	struct symex_stats stats;
	struct result *result;
	struct symex x;
	struct arena *arena;
};

static inline bool fixture_is_shared(const struct symbol *s) {
	return s->is_shared;
}

static inline void run_fixture_open(struct run_fixture *f, const char *source) {
	*f = (struct run_fixture){.path = "/tmp/test_runXXXXXX.c", .arena = arena_open()};
	close(mkstemps(f->path, 2));
	FILE *out = fopen(f->path, "w");
	fputs("#include <assert.h>\n#include <pthread.h>\n"
	      "int __VERIFIER_nondet_int(void);\n"
	      "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n",
	      out);
	fputs(source, out);
	fclose(out);
	const char *file = f->path;
	struct fe_config fe = {.file = &file, .nfiles = 1, .model_dir = model_dir(f->arena)};
	struct check_config check = {.assertions = true, .pointer = true, .bounds = true};
	f->prog = fe_load(&fe);
	goto_find_shared(f->prog);
	goto_split_shared(f->prog, fixture_is_shared);
	goto_add_checks(f->prog, &check);
	goto_remove_unreachable(f->prog);
	goto_find_loops(f->prog);
	goto_find_address_taken(f->prog);
	goto_mark_visible(f->prog);
	f->config = (struct symex_config){.solver = solver_table[0],
	                                  .bounds = {.unwind = NO_BOUND, .depth = NO_BOUND},
	                                  .schedules = {.deadlock_check = true}};
	f->result = result_open();
	f->result->violated = NO_PROPERTY;
	symex_open(&f->x, f->prog, &f->config, f->result, &f->stats);
}

static inline void run_fixture_close(struct run_fixture *f) {
	symex_close(&f->x);
	result_close(f->result);
	prog_close(f->prog);
	arena_close(f->arena);
	unlink(f->path);
}

static inline struct run_trace *run_fixture_run(struct run_fixture *f, struct concrete_plan plan) {
	struct run_trace *t = run_trace_open();
	plan.context_bound = NO_BOUND;
	concrete_run(&f->x, &plan, t);
	return t;
}

static inline bool run_same_text(const char *a, const char *b) {
	return a == b || (a && b && !strcmp(a, b));
}

static inline bool run_same(const struct run_trace *a, const struct run_trace *b) {
	bool same = a->event.n == b->event.n && a->step.n == b->step.n;
	for (size_t i = 0; same && i < a->event.n; i++) {
		const struct run_event *p = &a->event.at[i], *q = &b->event.at[i];
		same = p->kind == q->kind && p->thread == q->thread && p->function == q->function &&
		       p->pc == q->pc && p->other == q->other && run_same_text(p->what, q->what) &&
		       run_same_text(p->value, q->value) && p->in_model == q->in_model;
	}
	for (size_t i = 0; same && i < a->step.n; i++)
		same = a->step.at[i].thread == b->step.at[i].thread &&
		       a->step.at[i].event == b->step.at[i].event;
	return same;
}

#endif
