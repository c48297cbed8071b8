/* Calls of functions that have neither a body nor a model.
 *
 * The result becomes arbitrary, and so does all memory that is reachable from the arguments.  The
 * verdict lists the assumption that nothing else changes (docs/assumptions.md).  Under SV-COMP's
 * rules only the result becomes arbitrary.
 */
#include "symex/step/unmodelled.h"

#include <stdlib.h>
#include <string.h>

#include "symex/config.h"
#include "symex/memory/reach.h"
#include "symex/observer.h"
#include "symex/step/frame.h"
#include "symex/step/loop.h"
#include "symex/step/value/eval.h"
#include "symex/step/value/havoc.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

static void warn_unmodelled(struct symex *x, struct loc loc, const struct symbol *s) {
	if (x->config->unmodelled_pure || s->is_pure || s->is_model)
		diag_warn(loc, "no body for function '%s': any result, no effect", s->display);
	else if (s->is_noreturn)
		diag_warn(loc, "no body for function '%s': it ends the program", s->display);
	else
		diag_warn(loc,
		          "no body for function '%s': its result and what its arguments reach "
		          "become arbitrary (--write-stubs FILE writes one to start from)",
		          s->display);
}

enum { MAX_UNREACHED = 16 }; /* infeasible calls of a function, before it is reported anyway */

bool unmodelled_is_reported(const struct symex *x, const struct symbol *s) {
	uint64_t unreached;
	return map_get(&x->step.warned, s->id, &unreached) && unreached > MAX_UNREACHED;
}

void unmodelled_report(struct symex *x, struct loc loc, const struct symbol *s) {
	map_put(&x->step.warned, s->id, MAX_UNREACHED + 1);
	warn_unmodelled(x, loc, s);
	bool is_promised = s->is_pure || s->is_model; /* by an attribute, or by a model */
	if (!x->config->unmodelled_pure && !is_promised)
		result_unmodelled(x->result, loc, s->display, s->is_noreturn);
}

/* Reports the first feasible call of a function in the verdict; false: this one is infeasible. */
static bool note_unmodelled(struct symex *x, struct state *st, const struct symbol *s) {
	uint64_t unreached = 0;
	if (x->engine->unmodelled) {
		x->engine->unmodelled(x, st, s);
		return true;
	}
	if (x->engine->is_duplicate ||
	    (map_get(&x->step.warned, s->id, &unreached) && unreached > MAX_UNREACHED))
		return true;
	if (unreached < MAX_UNREACHED && !x->engine->feasible(x, state_guard(x, st))) {
		map_put(&x->step.warned, s->id, unreached + 1);
		return false;
	}
	unmodelled_report(x, state_user_loc(st), s);
	return true;
}

/* Without the models the new thread would not run, and its violations would be missed. */
static bool makes_thread(const struct symbol *s) {
	return !strcmp(s->name, "pthread_create") || !strcmp(s->name, "thrd_create");
}

/* Reachable objects, sorted so that a replay makes them arbitrary in the same order, though their
 * numbers differ there. */
struct reached_object {
	uint64_t order;
	uint32_t object;
};

static int compare_reached(const void *a, const void *b) {
	const struct reached_object *p = a, *q = b;
	if (p->order != q->order)
		return p->order < q->order ? -1 : 1;
	return p->object < q->object ? -1 : p->object > q->object;
}

static uint64_t order_of(const struct object *o) {
	return o->kind == OBJECT_STATIC && o->symbol ? o->symbol->id : (uint64_t)1 << 32 | o->choice;
}

static void havoc_objects(struct symex *x, struct state *st, const term *condition, uint32_t n) {
	VEC(struct reached_object) list = {0};
	for (uint32_t id = 1; id < n; id++)
		if (!term_is_false(x->ts, condition[id]) && memory_get(x, st, id))
			vec_push(&list, ((struct reached_object){order_of(&x->object.at[id]), id}));
	if (list.n)
		qsort(list.at, list.n, sizeof *list.at, compare_reached);
	for (size_t i = 0; i < list.n; i++)
		memory_havoc(x, st, list.at[i].object, condition[list.at[i].object], CHOICE_UNMODELLED);
	vec_free(&list);
}

/* A record passed by value: memory reachable from its pointers becomes arbitrary, the caller's
 * record does not. */
static void reach_record(struct reach *r, term record) {
	struct pointees t;
	ptr_targets(r->x, record, &t);
	for (size_t i = 0; i < t.list.n; i++)
		reach_content(r, t.list.at[i].object, t.list.at[i].guard);
	vec_free(&t.list);
}

static bool has_pointers(const struct argument *arg, uint32_t n) {
	for (uint32_t i = 0; i < n; i++)
		if (arg[i].type->kind == TYPE_POINTER || type_is_aggregate(arg[i].type))
			return true;
	return false;
}

/* Makes all memory arbitrary that is reachable from the arguments; false: unsupported. */
static bool havoc_reached(struct symex *x, struct state *st, const struct argument *arg,
                          uint32_t n) {
	struct reach r;
	uint32_t nobjects = (uint32_t)x->object.n;
	reach_open(&r, x, st);
	r.each = true;
	for (uint32_t i = 0; i < n; i++) {
		if (arg[i].type->kind == TYPE_POINTER)
			reach_pointer(&r, arg[i].value, term_true(x->ts));
		else if (type_is_aggregate(arg[i].type))
			reach_record(&r, arg[i].value);
	}
	term *condition = reach_close(&r);
	if (r.too_large)
		symex_unsupported(x, st, term_true(x->ts),
		                  "a function without a body that reaches a large array of pointers");
	else
		havoc_objects(x, st, condition, nobjects);
	mem_free(condition);
	return !r.too_large;
}

/* __VERIFIER_nondet_* called through a pointer; the frontend lowers direct calls. */
static bool is_input(const struct ins *i, const struct symbol *s) {
	static const char *const prefix[] = {"nondet_", "__VERIFIER_nondet_", "__ESBMC_nondet_"};
	for (size_t k = 0; k < sizeof prefix / sizeof *prefix; k++)
		if (!strncmp(s->name, prefix[k], strlen(prefix[k])))
			return !i->nargs && type_is_scalar(s->type->elem);
	return false;
}

/* Ignoring an unknown __VERIFIER_* function could hide a bug. */
static bool is_verifier_name(const char *name) {
	return !strncmp(name, "__VERIFIER_", 11) || !strncmp(name, "__CPROVER_", 10) ||
	       !strncmp(name, "__ESBMC_", 8);
}

bool unmodelled_call(struct symex *x, struct state *st, const struct ins *i, const struct symbol *s,
                     const struct argument *arg) {
	if (makes_thread(s)) {
		symex_unsupported(x, st, term_true(x->ts), "threads without the library of models");
		return false;
	}
	if (is_input(i, s)) {
		if (i->lhs)
			step_havoc(x, st, i->lhs, CHOICE_INPUT);
		return step_jump(x, st, st->pc + 1);
	}
	if (is_verifier_name(s->name)) { /* called by pointer, or as a thread */
		symex_unsupported(x, st, term_true(x->ts), intern_printf("the intrinsic '%s'", s->name));
		return false;
	}
	if (!note_unmodelled(x, st, s))
		return false;
	observe(x, unmodelled, st, s, arg, i->nargs);
	bool has_effect = !x->config->unmodelled_pure && !s->is_pure && has_pointers(arg, i->nargs);
	if (has_effect && x->observation.observer)
		observe(x, note, st, intern_printf("call of '%s': it has no body", s->display));
	if (has_effect && !havoc_reached(x, st, arg, i->nargs))
		return false;
	if (i->lhs)
		step_havoc(x, st, i->lhs, CHOICE_UNMODELLED);
	return step_jump(x, st, st->pc + 1);
}
