#include "tasks/planned.h"

#include "cli/session/certificate.h"
#include "cli/session/certificate_check.h"
#include "cli/session/info.h"
#include "cli/session/limits.h"
#include "symex/symex.h"
#include "tasks/api/api_stages.h"
#include "tasks/linpoints.h"
#include "tasks/misfit.h"
#include "tasks/orders/order_needs.h"
#include "tasks/orders/order_search.h"
#include "tasks/show.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

/* A run that a limit of the whole command leaves no room for. */
static struct result *not_reached(const struct config *config) {
	enum gap_kind why = GAP_INTERRUPT;
	const char *reason = limits_reason(&why);
	info_begin(config);
	struct result *result = result_open();
	result_gap(result, why, NO_LOC, "not reached: %s", reason ? reason : "");
	return result;
}

static struct result *verify_whole(void *unused, struct verification *v) {
	(void)unused;
	const struct options *o = v->o;
	struct proof_folder proofs;
	struct order_sites sites = {0};
	bool wants_orders = (o->suggest_orders || o->relax) && !show_only(o);
	double began = stats_wall_seconds();
	struct config *config = verification_change(v);
	config->sites = wants_orders ? &sites : NULL;
	if (!show_only(o))
		certificate_begin(&proofs, o, config, v->name);
	struct result *result = linpoints_verify(v);
	certificate_end(v->config, result);
	verification_change(v)->symex.solver_config.proofs = NULL;
	if (result)
		certificate_check(result);
	if (wants_orders && result)
		order_search(v, result, o->relax);
	else if (result)
		order_needs(v, result, began);
	verification_change(v)->sites = NULL;
	order_sites_free(&sites);
	return result;
}

struct result *planned_verify(struct verification *v) {
	if (symex_is_interrupted())
		return not_reached(v->config);
	if (!v->config->api)
		return verify_whole(NULL, v);
	return misfit_look(v, api_stages_verify(v, verify_whole), verify_whole);
}
