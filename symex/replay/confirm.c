#include "symex/core/pointer.h"
#include "symex/replay/confirm.h"

#include "result/cause_cex.h"
#include "symex/memory/invalid.h"
#include "symex/query/verdict.h"
#include "symex/replay/guess.h"
#include "symex/replay/replay.h"
#include "symex/replay/run/run_trace.h"
#include "symex/replay/trace/trace.h"
#include "symex/step/value/calculate.h"

/* Of a race, the access at the position of the violation; else that of the thread which made it. */
static const char *function_of(const struct trace *t, struct loc loc) {
	for (size_t i = 0; i < t->cex->access.n; i++) {
		const struct cex_access *a = &t->cex->access.at[i];
		if (a->loc.line == loc.line && a->loc.col == loc.col && a->loc.file == loc.file &&
		    a->stack.n)
			return a->stack.at[0].function;
	}
	return t->function;
}

static void add_violation(struct symex *x, const struct vc *vc, const struct trace *t) {
	struct property_result *r = &x->result->property.at[vc->property];
	r->status = PROPERTY_VIOLATED;
	r->cex = t->cex;
	r->text = t->text ? t->text : r->text;
	const char *function = function_of(t, vc->loc);
	r->function = function ? function : r->function;
	r->loc = t->place.file ? t->place : vc->loc;
	if (x->result->violated == NO_PROPERTY)
		x->result->violated = vc->property;
}

/* *run: of the shorter counterexample. */
static bool shorten(struct symex *x, struct model *model, const struct vc *vc,
                    struct run_trace **run) {
	struct trace shorter;
	if (!x->services.minimise || !x->services.minimise(x, model, vc, &shorter))
		return false;
	add_violation(x, vc, &shorter); /* trace_close frees the other one */
	*run = shorter.run;
	return true;
}

bool confirm_violation(struct symex *x, struct model *model, const struct vc *vc) {
	const char *why = NULL;
	struct vc which = *vc;
	struct trace trace;
	struct run_trace *run = NULL;
	size_t corrections = calculate_corrections();
	trace_open(&trace, x->prog, x->result->arena, which.property);
	bool confirmed = replay_run(x, model, &which, &trace_observer, &trace, &why);
	verdict_list(x);
	if (confirmed) {
		add_violation(x, &which, &trace);
		if (!symex_is_concrete(x))
			invalid_failed(x, which.property);
	}
	/* A graph is no schedule that another strategy could shorten, or run again. */
	bool is_graph = confirmed && trace.cex->execution;
	bool is_shorter = confirmed && !is_graph && shorten(x, model, &which, &run);
	if (confirmed && !is_shorter)
		guess_find(x, model, &which, &trace);
	const struct property_result *r = confirmed ? &x->result->property.at[which.property] : NULL;
	if (r && r->cause)
		cause_link(r->cause, r->cex);
	trace_close(&trace, confirmed && !is_shorter);
	if (confirmed && x->services.explain)
		cause_complete(x->result->arena, &x->result->property.at[which.property]);
	if (confirmed && !is_graph && x->services.confirmed)
		x->services.confirmed(x, model, &which, run);
	if (run)
		run_trace_close(run);
	model_close(model);
	if (confirmed || symex_stop)
		return confirmed; /* or cut short by a limit */
	enum property_class class = properties_at(x->properties, which.property)->class;
	if (class == PROPERTY_PROGRESS || class == PROPERTY_LIVENESS ||
	    (class == PROPERTY_TERMINATION && x->prog->has_threads))
		/* States that are equal for the search, but not for the replay. */
		result_gap(x->result, GAP_UNSUPPORTED, which.loc,
		           "threads that may go on for ever, but the replay did not show it: %s", why);
	else if (class == PROPERTY_TERMINATION)
		/* Where states were merged, a replay may count iterations differently: the violation is
		 * neither confirmed nor refuted. */
		result_gap(x->result, GAP_UNSUPPORTED, which.loc,
		           "a loop that may go on for ever, but the replay did not show it");
	else if (why == event_log_too_long)
		result_gap(x->result, GAP_UNSUPPORTED, which.loc, "%s", why);
	else if (calculate_corrections() > corrections)
		result_gap(x->result, GAP_NUMBERS, which.loc,
		           "a function of numbers that are no constants: %s, other values are only bounded",
		           calculate_last_fact());
	else if (ptr_was_guessed(x))
		result_gap(x->result, GAP_NUMBERS, which.loc, "%s", ptr_guessed);
	else
		result_gap(x->result, GAP_REPLAY, which.loc, "%s: %s",
		           properties_at(x->properties, which.property)->text, why);
	return false;
}
