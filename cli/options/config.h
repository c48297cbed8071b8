/* cli/options/config.h -- what the options mean for each stage of the pipeline: a value, of which
 * each attempt to verify the program has a copy (tasks/verify.h). */
#ifndef CLI_OPTIONS_CONFIG_H
#define CLI_OPTIONS_CONFIG_H

#include <stdbool.h>

#include "cli/options/option_table.h"
#include "cli/options/svcomp.h"
#include "frontend/frontend.h"
#include "goto/passes/elements.h"
#include "goto/passes/order_sites.h"
#include "goto/passes/passes.h"
#include "symex/concrete/prediction.h"
#include "symex/generalise/path_search.h"
#include "symex/symex.h"

struct linpoint_search;
struct api_stages;
struct validation;

struct config {
	struct fe_config fe;
	struct check_config check;
	struct symex_config symex;
	VEC(struct unwind_rule) rule; /* what symex.bounds.rule points to */
	struct solver_ops checked;    /* --check-solver: what symex.solver points to */
	struct prediction prediction; /* what symex.prediction points to, and symex.paths */
	struct path_search paths;
	struct svcomp svcomp; /* the property file; no line: none was given */
	bool validate;
	struct order_sites *sites;       /* --suggest-orders, --relax: to be found; else NULL */
	const enum mem_order *orders;    /* by site, instead of those of the program; or NULL */
	const struct elements *elements; /* --why-safe: the synchronisation of the program; or NULL */
	const bool *removed;             /* by element: the program is verified without it; or NULL */
	const struct element *reached;   /* is there an execution that comes to it?  Or NULL */
	struct linpoint_search
	    *points;                   /* --strategy=any-threads: of the client of a library; or NULL */
	struct validation *validation; /* --validate-witness: of the witness; or NULL */
	struct api_stages *api;        /* --api: the clients (tasks/plan.h); else NULL */
	size_t api_stage;              /* which of them the program is */
	const char *tests; /* a folder for the tests of violations, which the result names; or NULL */
};

/* In two parts: what is verified, and how it is searched; plan_config (tasks/plan.h) does both.
 * false: *error says which option cannot be followed.  Texts live as long as the options. */
bool config_sources(struct config *, const struct options *, const char **error);
bool config_search(struct config *, const struct options *, const char **error);
void config_free(struct config *);
/* Another value, which may be changed; what it refers to stays that of the first, so only that one
 * is freed. */
struct config *config_copy(const struct config *, struct arena *);

/* The lines of a property file instead of what the options ask for.  false: *error, as above. */
bool config_specification(struct config *, const struct options *, const char *text,
                          const char **error);

/* After the passes: 'only_property' becomes the id of a property of the program (ESBMC counts them
 * from 1). false: there is none. */
bool config_property(struct config *, const struct options *, const struct goto_prog *,
                     const char **error);

#endif
