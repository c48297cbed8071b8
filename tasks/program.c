#include "tasks/program.h"

#include <string.h>

#include "cli/options/library.h"
#include "goto/analysis/analysis.h"
#include "goto/program/image.h"
#include "goto/program/validate.h"
#include "symex/model/model.h"
#include "symex/reduction.h"
#include "tasks/api/api_stages.h"
#include "tasks/linpoints.h"
#include "tasks/slicing.h"

/* --- Reading. --- */

/* Without the elements that --why-safe takes away, or with a question about one. */
static void take_elements(const struct config *c, struct goto_prog *prog) {
	if (c->removed)
		elements_remove(prog, c->elements, c->removed);
	if (c->reached)
		elements_reach(prog, c->reached);
}

/* The memory orders of another program than that of the user, or where they are. */
static void take_orders(const struct config *c, struct goto_prog *prog) {
	if (c->orders)
		order_sites_set(prog, c->sites, c->orders);
	else if (c->sites && !c->sites->at.n)
		order_sites_find(prog, c->sites);
}

struct goto_prog *program_load(struct config *c, const struct options *o, byte_vec *image) {
	struct goto_prog *prog = fe_load(&c->fe);
	if (!c->validation && models_may_want_stage(c, o, prog))
		image_write(image, prog); /* if it can be; nothing is in the image otherwise */
	if (c->api)
		api_stages_look(c->api, prog);
	library_look_for_servers(&c->symex.library, prog);
	take_orders(c, prog);
	take_elements(c, prog);
	if (c->points)
		c->symex.library.has_points = linpoints_take(c->points, prog);
	return prog;
}

struct goto_prog *program_load_again(const struct config *c, const byte_vec *image) {
	struct goto_prog *prog = image->n ? image_read(image->at, image->n) : NULL;
	if (!prog)
		prog = fe_load(&c->fe);
	take_elements(c, prog);
	return prog;
}

/* --- Passes. --- */

static void checked(const struct config *c, const struct goto_prog *prog) {
	if (c->validate)
		goto_validate(prog);
}

static bool is_shared(const struct symbol *s) {
	return s->is_shared;
}

/* SV-COMP: what has no body has no effect. */
static void take_as_pure(struct goto_prog *prog) {
	for (size_t i = 0; i < prog->symbol.n; i++) {
		struct symbol *s = prog->symbol.at[i];
		if (s->storage == STORAGE_FUNCTION && !s->function && !intrinsic_is_internal(s->name))
			s->is_pure = true;
	}
}

static bool has_text(const struct text_list *list, const char *text) {
	for (size_t i = 0; i < list->n; i++)
		if (!strcmp(list->at[i], text))
			return true;
	return false;
}

/* --skip-property: what is known to fail is assumed to hold, so that others are found. */
static void skip_properties(const struct options *o, struct goto_prog *prog) {
	for (size_t i = 0; i < prog->function.n && (o->skip_property.n || o->ignore_property.n); i++) {
		struct function *f = prog->function.at[i];
		for (size_t k = 0; k < f->ins.n; k++) {
			struct ins *in = &f->ins.at[k];
			if (in->kind != INS_ASSERT)
				continue;
			const char *id = prog->property.at[in->property].id;
			if (has_text(&o->skip_property, id))
				in->kind = INS_ASSUME;
			else if (has_text(&o->ignore_property, id))
				in->kind = INS_SKIP;
		}
	}
}

bool program_prepare(struct goto_prog *prog, const struct options *o, const struct config *c,
                     struct instrumentation *witness, struct slice_result *slice,
                     struct weak_place *weak) {
	checked(c, prog);
	const struct memory_model *model = model_or_sc(c->symex.schedules.model);
	uint64_t without = c->symex.without | ~model->reductions;
	prog->all_shared = without & REDUCTION_BIT(SHARING);
	prog->orders_matter = !model_ignores_orders(model);
	if (c->symex.unmodelled_pure)
		take_as_pure(prog);
	goto_match_arguments(prog);
	goto_find_interrupts(prog, c->symex.environment.signals > 0);
	goto_find_shared(prog);
	if (witness)
		instrument_share(witness);
	if (prog->has_threads && !o->statement_granularity)
		goto_split_shared(prog, is_shared);
	checked(c, prog);
	if (prog->has_threads && c->check.atomicity)
		goto_check_atomicity(prog);
	checked(c, prog);
	goto_add_checks(prog, &c->check);
	skip_properties(o, prog);
	if (witness)
		instrument_restrict(witness);
	checked(c, prog);
	goto_remove_unreachable(prog);
	if (prog->has_threads && !c->symex.schedules.race_orders &&
	    !(without & REDUCTION_BIT(FUSED_ADDITIONS)))
		goto_fuse_additions(prog);
	if (prog->has_threads)
		goto_mark_additions(prog);
	checked(c, prog);
	goto_find_loops(prog);
	goto_watch(prog);
	checked(c, prog);
	goto_find_address_taken(prog);
	if (weak)
		*weak = models_differ(c, prog);
	bool sliced = slice && slicing_is_sound(o, c, prog);
	if (sliced)
		slicing_run(o, c, prog, slice);
	checked(c, prog);
	if (prog->has_threads)
		goto_mark_visible(prog);
	checked(c, prog);
	return sliced;
}
