#include "symex/replay/confirm.h"

#include "symex/query/verdict.h"
#include "symex/replay/replay.h"
#include "symex/replay/trace.h"

bool confirm_violation(struct symex *x, struct model *model, const struct vc *vc) {
	const char *why = NULL;
	struct vc which = *vc;
	struct trace trace;
	trace_open(&trace, x->prog, x->result->arena, which.property);
	bool confirmed = replay_run(x, model, &which, &trace_observer, &trace, &why);
	if (!confirmed)
		cex_free(trace.cex);
	model_close(model);
	verdict_list(x);
	if (!confirmed && symex_stop)
		return false; /* cut short by a limit */
	enum property_class class = properties_at(x->properties, which.property)->class;
	if (!confirmed && class == PROPERTY_TERMINATION) {
		/* Where states were merged, a replay may count iterations differently: the violation is
		 * neither confirmed nor refuted. */
		result_gap(x->result, GAP_UNSUPPORTED, which.loc,
		           "a loop that may go on for ever, but the replay did not show it");
		return false;
	}
	if (!confirmed) {
		result_gap(x->result, GAP_REPLAY, which.loc, "%s: %s",
		           properties_at(x->properties, which.property)->text, why);
		return false;
	}
	struct property_result *r = &x->result->property.at[which.property];
	r->status = PROPERTY_VIOLATED;
	r->cex = trace.cex;
	r->loc = which.loc;
	if (x->result->violated == NO_PROPERTY)
		x->result->violated = which.property;
	return true;
}
