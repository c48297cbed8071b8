#include "symex/query/verdict.h"

#include "symex/config.h"
#include "symex/core/note_progress.h"
#include "symex/core/vacuity.h"
#include "symex/symex_stats.h"
#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/path.h"

void verdict_list(struct symex *x) {
	for (size_t i = x->result->property.n; i < properties_count(x->properties); i++) {
		const struct property *p = properties_at(x->properties, (uint32_t)i);
		struct property_result r = {.id = p->id,
		                            .in_model = p->in_model,
		                            .class_name = property_class_name(p->class),
		                            .text = p->text,
		                            .function = p->function,
		                            .loc = p->loc};
		vec_push(&x->result->property, r);
	}
}

const char *verdict_cut(const struct cut *c) {
	if (c->kind == GAP_DEPTH)
		return intern_printf("depth %u", c->bound);
	if (!c->model || !c->loc.file)
		return intern_printf("unwind %u", c->bound);
	return intern_printf("unwind %u of %s called at %s:%u", c->bound, c->model->symbol->display,
	                     path_base(c->loc.file), c->loc.line);
}

void verdict_too_short(struct symex *x, const struct cut *c) {
	x->loops.too_short = verdict_cut(c);
	x->loops.goes_on = progress_cut_text(c);
	progress_goes_on(x, c);
}

void verdict_given(struct symex *x, const struct cut *c) {
	result_gap(x->result, c->kind, NO_LOC, "%s", verdict_cut(c));
	if (c->kind == GAP_UNWIND)
		result_remark(x->result, GAP_UNWIND, progress_cut_text(c));
}

/* ESBMC does not count a switch away from a thread that has ended.  When the last created thread
 * ends, only main is left, and continuing with the only thread is free here too. */
void verdict_context_bound(struct symex *x) {
	uint32_t bound = x->config->schedules.context_bound;
	result_gap(x->result, GAP_CONTEXT, NO_LOC, "context bound %u", bound);
	if (x->stats->created < 3 || x->config->schedules.incremental)
		return;
	result_remark(
	    x->result, GAP_CONTEXT,
	    intern_printf("context bound: switches away from an ended thread count, for ESBMC "
	                  "they do not; to cover its --context-bound %u, add 1 for each "
	                  "created thread but one",
	                  bound));
}

void verdict_stopped(struct symex *x) {
	static const char *const why[] = {[GAP_TIME] = "time limit",
	                                  [GAP_MEMORY] = "memory limit",
	                                  [GAP_INTERRUPT] = "interrupted",
	                                  [SHARE_IS_OVER] = "end of a share"};
	result_gap(x->result, (enum gap_kind)symex_stop, NO_LOC, "%s%s%s", why[symex_stop],
	           x->step.long_run.text ? "; " : "",
	           x->step.long_run.text ? x->step.long_run.text : "");
}

void verdict_null(struct symex *x, struct loc loc) {
	const char *file = loc.file ? loc.file : "?";
	if (x->unknown.null_reported)
		return;
	x->unknown.null_reported = true;
	diag_note(
	    loc,
	    "a null pointer is dereferenced and pointers are not checked: the execution ends here");
	result_assume(x->result,
	              arena_printf(x->result->arena,
	                           "an execution ends where it follows a null pointer, at %s:%u", file,
	                           loc.line),
	              "pointer-check");
}

void verdict_conclude(struct symex *x) {
	struct result *r = x->result;
	verdict_list(x);
	x->stats->properties = r->property.n;
	/* A run that was stopped before all was decided has no verdict SAFE. */
	if (symex_stop && !x->search.is_settled && !result_is_inconclusive(r))
		verdict_stopped(x);
	progress_ended(x);
	bool incomplete = result_is_inconclusive(r);
	for (size_t i = 0; i < r->property.n; i++)
		if (r->property.at[i].status == PROPERTY_UNKNOWN && !incomplete &&
		    r->violated == NO_PROPERTY)
			r->property.at[i].status = PROPERTY_HOLDS;
		else if (r->property.at[i].status == PROPERTY_UNKNOWN && !incomplete &&
		         x->config->multi_property)
			r->property.at[i].status = PROPERTY_HOLDS;
	if (r->violated != NO_PROPERTY)
		r->verdict = VERDICT_UNSAFE;
	else
		r->verdict = incomplete ? VERDICT_UNKNOWN : VERDICT_SAFE;
	vacuity_conclude(x);
}
