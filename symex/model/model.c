#include "symex/model/model.h"

enum { UNDER_SC = 1 << MODEL_SC }; /* bits of the column 'models' */

const struct model_shortcut model_reduction_table[] = {
#define OF_REDUCTION(ID, needs, models, why) [REDUCTION_##ID] = {needs, models, NULL, why},
#include "symex/model/shortcuts.def"
};

const struct model_shortcut model_lemma_table[] = {
#define LEMMA(ID, needs, models, what, why) {needs, models, what, why},
#include "symex/model/shortcuts.def"
};

/* All pairs are kept, so no fence and no memory order can add anything. */
const struct memory_model memory_model_sc = {
    .name = "sc",
    .help = "sequential consistency",
    .keeps = PAIR_ALL,
    .store = STORE_AT_ONCE,
    .source = SOURCE_LAST,
    .reductions = 0
#define OF_REDUCTION(ID, needs, models, why) | ((models)&UNDER_SC ? REDUCTION_BIT(ID) : 0)
#include "symex/model/shortcuts.def"
    ,
    .lemmas = 0
#define LEMMA(ID, needs, models, what, why) | ((models)&UNDER_SC ? LEMMA_BIT(ID) : 0)
#include "symex/model/shortcuts.def"
    ,
};

const struct memory_model *const memory_model_table[] = {
    [MODEL_SC] = &memory_model_sc,
};

bool model_has_fences(const struct memory_model *m) {
	for (unsigned i = 0; i < MEM_ORDER_N; i++)
		if (m->fence[i] & ~m->keeps)
			return true;
	return false;
}

bool model_ignores_orders(const struct memory_model *m) {
	for (unsigned i = 0; i < MEM_ORDER_N; i++)
		if (m->atomic[i] & ~m->keeps)
			return false;
	return !model_has_fences(m);
}
