#include "tasks/pipeline.h"

#include <string.h>

#include "cli/files/test_suite.h"
#include "cli/options/paths.h"
#include "cli/options/prediction.h"
#include "cli/options/strategies.h"
#include "cli/session/certificate.h"
#include "cli/session/info.h"
#include "cli/session/progress.h"
#include "cli/session/state_file.h"
#include "cli/session/verdicts.h"
#include "symex/config.h"
#include "symex/strategy.h"
#include "symex/symex.h"
#include "tasks/linpoints.h"
#include "tasks/program.h"
#include "tasks/remarks.h"
#include "tasks/show.h"
#include "tasks/slicing.h"
#include "tasks/validate.h"
#include "util/text/diag.h"

struct pipeline {
	const struct options *o;
	struct symex_stats *stats;
	struct state_file *state;  /* or NULL */
	bool may_slice;            /* a slice of the program may be searched instead */
	struct slice_result slice; /* if it is */
	bool sliced;
	bool refuted;             /* what was found for the slice is not a result of the program */
	bool needs_outsiders;     /* it waits for connections, and makes none to itself */
	bool has_outsiders;       /* of this attempt */
	struct config *config;    /* of this attempt */
	struct goto_prog *prog;   /* after the passes */
	struct weak_place weak;   /* of the program before it was sliced */
	struct config under_c11;  /* of the stage of a portfolio; */
	struct weak_stage stage;  /* used if the configuration refers to it */
	struct goto_prog *second; /* its program; or NULL */
	byte_vec image;           /* of the program as it was read, to make that of */
	struct test_suite suite;
	bool has_suite;
};

/* --- The program. --- */

/* false: there is nothing to search for. */
static bool prepare(struct pipeline *p) {
	const struct options *o = p->o;
	struct config *config = p->config;
	struct validation *v = config->validation;
	const char *error;
	progress_phase("parsing");
	info_begin(config);
	p->prog = program_load(config, o, &p->image);
	state_file_program(p->state, p->prog);
	if (!models_choose(config, o, p->prog, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	bool decided = v && validate_instrument(v, config, p->prog);
	p->weak = (struct weak_place){0};
	p->sliced = !decided && program_prepare(p->prog, o, config, v ? &v->instrumentation : NULL,
	                                        p->may_slice ? &p->slice : NULL, &p->weak);
	p->stage = (struct weak_stage){.config = &p->under_c11.symex};
	bool has_stage = !v && p->weak.differs && models_wants_stage(config, o, p->prog, &p->under_c11);
	config->symex.stage = has_stage ? &p->stage : NULL;
	if (decided || show_program(o, config, p->prog))
		return false;
	if (!config_property(config, o, p->prog, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	remarks_rules(config, p->prog);
	info_program(p->prog);
	return true;
}

/* The program once more, for the stage under C11. */
static void load_stage(struct pipeline *p) {
	struct slice_result slice;
	p->second = NULL;
	if (!p->config->symex.stage)
		return;
	p->second = program_load_again(&p->under_c11, &p->image);
	p->stage.is_sliced =
	    program_prepare(p->second, p->o, &p->under_c11, NULL, p->may_slice ? &slice : NULL, NULL);
	p->stage.prog = p->second;
}

/* --- The search. --- */

/* Files that it reads and writes. */
static void begin(struct pipeline *p) {
	const struct options *o = p->o;
	struct config *config = p->config;
	const char *tests = o->cover ? o->cover : config->tests;
	p->has_suite = tests != NULL;
	if (tests) {
		test_suite_open(&p->suite, tests, info_command(), p->prog, o->arena);
		config->symex.cover = &p->suite.cover;
		config->symex.covers_paths = o->cover;
		p->suite.cover.only_violations = !o->cover;
	}
	prediction_begin(&config->prediction, o, p->prog);
	if (o->replay &&
	    !strategies_named(o, &strategy_predict)) /* threads may change where they could then */
		config->symex.multi_property = config->prediction.follow->multi_property;
	if (config->symex.schedules.strategy->lists_paths)
		paths_begin(&config->paths, o, p->prog);
	if (p->sliced) {
		p->stats->instructions = p->slice.before;
		p->stats->sliced = p->slice.before - p->slice.after;
	}
	state_file_begin(p->state, &config->symex, p->prog, p->sliced);
}

static bool is_refuted(struct pipeline *p, struct result *result) {
	bool is_missed = p->config->symex.schedules.strategy->covers == COVERS_PROOFS && p->sliced &&
	                 result->verdict == VERDICT_UNKNOWN && !symex_is_interrupted();
	return is_missed || (p->sliced && slicing_is_refuted(&p->slice, result));
}

/* By a verdict that is known, by the search, or not at all. */
static void decide(struct pipeline *p, struct result *result) {
	struct config *config = p->config;
	load_stage(p);
	vec_free(&p->image);
	struct verdicts *kept =
	    config->validation ? NULL
	                       : verdicts_open(p->o, config, p->prog, p->second, &p->weak, p->sliced);
	bool undecided, is_known = verdicts_find(kept, result, p->stats, &undecided);
	bool is_refused = config->points && config->points->refused;
	if (is_refused)
		linpoints_tell(config->points, result);
	else if (!is_known) {
		symex_run(p->prog, &config->symex, result, p->stats);
		verdicts_keep(kept, result, p->stats, false);
	}
	if (p->second)
		prog_close(p->second);
	config->symex.stage = NULL;
	state_file_end(p->state, &config->symex);
	p->refuted = undecided || is_refuted(p, result);
	if (p->refuted && !is_known)
		verdicts_keep(kept, result, p->stats, true);
	verdicts_close(kept);
}

static void end(struct pipeline *p) {
	prediction_end(&p->config->prediction, p->o, p->prog);
	paths_end(&p->config->paths);
	if (p->has_suite)
		test_suite_close(&p->suite);
	p->config->symex.cover = NULL;
}

static bool assumes(const struct result *r, const char *option) {
	for (size_t i = 0; i < r->assumption.n; i++)
		if (!strcmp(r->assumption.at[i].option, option))
			return true;
	return false;
}

/* The search was made for connections of the program with itself.  If there are none, somebody
 * outside is who connects. */
static void look_at_connections(struct pipeline *p, struct result *r) {
	p->needs_outsiders = assumes(r, "outsiders-connect") && !assumes(r, OWN_CONNECTION) &&
	                     r->verdict != VERDICT_UNSAFE && !p->refuted && !symex_is_interrupted();
	result_drop_assumption(r, OWN_CONNECTION);
}

/* --- The whole. --- */

static struct result *search(void *self, struct verification *v) {
	struct pipeline *p = self;
	struct result *result = NULL;
	p->stats = v->stats;
	p->config = verification_change(v);
	if (prepare(p)) {
		progress_phase("verifying");
		result = result_open();
		remarks_begin(result, p->o, p->config, &p->weak);
		if (p->o->dot)
			result->explored = arena_new(result->arena, struct explored);
		begin(p);
		decide(p, result);
		end(p);
		look_at_connections(p, result);
		remarks_end(result, p->o, p->config, p->prog);
	}
	vec_free(&p->image);
	prog_close(p->prog);
	return result;
}

/* Again: with others that connect; without the slice that has not decided. */
static void change(void *self, struct config *config) {
	struct pipeline *p = self;
	p->has_outsiders |= p->needs_outsiders;
	if (p->has_outsiders)
		config->symex.environment.outsiders_connect = OUTSIDERS_ALONE;
	if (!p->refuted)
		return;
	certificate_again(config);
	p->may_slice = p->refuted = false;
}

static bool goes_on(void *self, const struct result *unused) {
	const struct pipeline *p = self;
	(void)unused;
	return p->needs_outsiders || (p->refuted && p->may_slice);
}

struct result *pipeline_verify(struct verification *v) {
	const struct options *o = v->o;
	struct pipeline p = {.o = o};
	bool has_bounds = !v->config->symex.schedules.strategy->lists_paths;
	p.state = has_bounds && !show_only(o) ? state_file_open(o) : NULL;
	p.may_slice = (!show_only(o) || o->show_slice) && !state_file_is_whole(p.state);
	return verify_until(v, &(struct attempts){&p, change, search, goes_on});
}
