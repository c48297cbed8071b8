/* The table of memory models: every shortcut is decided, and sc is what it is said to be. */
#include "symex/model/model.h"

#include <string.h>

#include "symex/reduction.h"
#include "symex/symex.h"
#include "tests/unit/check.h"

static void test_rows(void) {
	for (unsigned i = 0; i < REDUCTION_N; i++) {
		const struct model_shortcut *s = &model_reduction_table[i];
		CHECK(s->why && *s->why); /* it has a row */
		CHECK(!(s->models >> MODEL_N));
	}
	for (unsigned i = 0; i < LEMMA_N; i++) {
		const struct model_shortcut *s = &model_lemma_table[i];
		CHECK(*s->why && *s->what && !(s->models >> MODEL_N));
	}
}

/* Each model has the shortcuts whose rows name it, and no others. */
static void test_models(void) {
	for (unsigned m = 0; m < MODEL_N; m++) {
		const struct memory_model *model = memory_model_table[m];
		CHECK(*model->name && *model->help);
		for (unsigned k = 0; k < m; k++)
			CHECK(strcmp(model->name, memory_model_table[k]->name) != 0);
		for (unsigned i = 0; i < REDUCTION_N; i++)
			CHECK(model_reduces_by(model, (enum reduction)i) ==
			      (model_reduction_table[i].models >> m & 1));
		for (unsigned i = 0; i < LEMMA_N; i++)
			CHECK(model_allows(model, (enum model_lemma)i) ==
			      (model_lemma_table[i].models >> m & 1));
		CHECK(!(model->reductions >> REDUCTION_N) && !(model->lemmas >> LEMMA_N));
		/* a store that later accesses do not overtake needs no second place, and no other does */
		bool overtaken = (model->keeps & (PAIR_WR | PAIR_WW)) != (PAIR_WR | PAIR_WW);
		CHECK(overtaken == (model->store != STORE_AT_ONCE));
		CHECK(model_issues_in_order(model));
	}
}

static void test_sc(void) {
	const struct memory_model *sc = memory_model_table[MODEL_SC];
	CHECK(sc == &memory_model_sc && model_or_sc(NULL) == sc && !strcmp(sc->name, "sc"));
	CHECK(model_interleaves(sc) && !model_has_fences(sc) && model_ignores_orders(sc));
	for (unsigned i = 0; i < REDUCTION_N; i++)
		CHECK(model_reduces_by(sc, (enum reduction)i));
	for (unsigned i = 0; i < LEMMA_N; i++)
		CHECK(model_allows(sc, (enum model_lemma)i));
}

/* A model that is no other than sc but for the order of a store and a later load. */
static void test_weaker(void) {
	struct memory_model m = memory_model_sc;
	m.keeps &= ~(unsigned)PAIR_WR;
	CHECK(!model_interleaves(&m) && model_issues_in_order(&m) && !model_has_fences(&m));
	m.fence[MEM_SEQ_CST] = PAIR_ALL;
	CHECK(model_has_fences(&m) && !model_ignores_orders(&m));
	m.fence[MEM_SEQ_CST] = PAIR_WW; /* kept anyway */
	CHECK(!model_has_fences(&m) && model_ignores_orders(&m));
	m.atomic[MEM_SEQ_CST] = PAIR_WR;
	CHECK(!model_has_fences(&m) && !model_ignores_orders(&m));
}

/* Reductions ask the model of the configuration. */
static void test_reductions(void) {
	struct memory_model none = memory_model_sc;
	struct symex_config config = {.bounds = {.depth = NO_BOUND}};
	struct reduction_scope scope = {.config = &config,
	                                .context_bound = NO_BOUND,
	                                .preemption_bound = NO_BOUND,
	                                .decision_bound = NO_BOUND};
	uint64_t all = reductions_applying(&scope);
	config.schedules.model = &memory_model_sc;
	CHECK(all == reductions_applying(&scope) && all & REDUCTION_BIT(OWNERS));
	none.reductions &= ~REDUCTION_BIT(OWNERS);
	config.schedules.model = &none;
	CHECK(reductions_applying(&scope) == (all & ~REDUCTION_BIT(OWNERS)));
	CHECK(!reduction_applies(REDUCTION_OWNERS, &scope));
	CHECK(reduction_applies(REDUCTION_POR, &scope));
	none.reductions = 0;
	CHECK(!reductions_applying(&scope));
}

int main(void) {
	test_rows();
	test_models();
	test_sc();
	test_weaker();
	test_reductions();
	return check_done("model");
}
