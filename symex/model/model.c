#include "symex/model/model.h"

#include <string.h>

enum { /* bits of the column 'models' */
	   UNDER_SC = MODEL_BIT(SC),
	   UNDER_TSO = MODEL_BIT(TSO),
	   UNDER_PSO = MODEL_BIT(PSO),
	   UNDER_C11 = MODEL_BIT(C11),
	   UNDER_BUFFERS = UNDER_TSO | UNDER_PSO,
	   UNDER_ALL = UNDER_SC | UNDER_BUFFERS | UNDER_C11
};

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

/* A store that is sequentially consistent, and a read-modify-write, which is one, too, whatever its
 * order, drain the buffer. */
const struct memory_model memory_model_tso = {
    .name = "tso",
    .help = "the store buffers of x86",
    .keeps = PAIR_RR | PAIR_RW | PAIR_WW,
    .store = STORE_BUFFERED,
    .source = SOURCE_LAST,
    .fence = {[MEM_SEQ_CST] = PAIR_ALL},
    .atomic = {[MEM_SEQ_CST] = PAIR_ALL},
    .reductions = 0
#define OF_REDUCTION(ID, needs, models, why) | ((models)&UNDER_TSO ? REDUCTION_BIT(ID) : 0)
#include "symex/model/shortcuts.def"
    ,
    .lemmas = 0
#define LEMMA(ID, needs, models, what, why) | ((models)&UNDER_TSO ? LEMMA_BIT(ID) : 0)
#include "symex/model/shortcuts.def"
    ,
};

/* A store barrier is in front of a release store, and is what a release fence is. */
const struct memory_model memory_model_pso = {
    .name = "pso",
    .help = "store buffers whose stores to different locations overtake each other",
    .keeps = PAIR_RR | PAIR_RW,
    .store = STORE_BY_LOCATION,
    .source = SOURCE_LAST,
    .fence = {[MEM_RELEASE] = PAIR_WW, [MEM_ACQ_REL] = PAIR_WW, [MEM_SEQ_CST] = PAIR_ALL},
    .atomic = {[MEM_RELEASE] = PAIR_WW, [MEM_ACQ_REL] = PAIR_WW, [MEM_SEQ_CST] = PAIR_ALL},
    .reductions = 0
#define OF_REDUCTION(ID, needs, models, why) | ((models)&UNDER_PSO ? REDUCTION_BIT(ID) : 0)
#include "symex/model/shortcuts.def"
    ,
    .lemmas = 0
#define LEMMA(ID, needs, models, what, why) | ((models)&UNDER_PSO ? LEMMA_BIT(ID) : 0)
#include "symex/model/shortcuts.def"
    ,
};

/* There is no order of memory in which pairs could be kept: what fences and orders do is
 * happens-before (symex/events/encode/coherence.c). */
const struct memory_model memory_model_c11 = {
    .name = "c11",
    .help = "the memory orders of C11 (RC11)",
    .keeps = PAIR_ALL,
    .store = STORE_AT_ONCE,
    .source = SOURCE_COHERENT,
    .fence = {[MEM_ACQUIRE] = PAIR_ALL,
              [MEM_RELEASE] = PAIR_ALL,
              [MEM_ACQ_REL] = PAIR_ALL,
              [MEM_SEQ_CST] = PAIR_ALL},
    .reductions = 0
#define OF_REDUCTION(ID, needs, models, why) | ((models)&UNDER_C11 ? REDUCTION_BIT(ID) : 0)
#include "symex/model/shortcuts.def"
    ,
    .lemmas = 0
#define LEMMA(ID, needs, models, what, why) | ((models)&UNDER_C11 ? LEMMA_BIT(ID) : 0)
#include "symex/model/shortcuts.def"
    ,
};

const struct memory_model *const memory_model_table[] = {
    [MODEL_SC] = &memory_model_sc,
    [MODEL_TSO] = &memory_model_tso,
    [MODEL_PSO] = &memory_model_pso,
    [MODEL_C11] = &memory_model_c11,
};

enum model_id model_id(const struct memory_model *m) {
	for (unsigned i = 0; i < MODEL_N; i++)
		if (!strcmp(memory_model_table[i]->name, m->name))
			return (enum model_id)i;
	return MODEL_SC;
}

bool model_has_fences(const struct memory_model *m) {
	for (unsigned i = 0; i < MEM_ORDER_N; i++)
		if (m->fence[i] & ~m->keeps || (m->fence[i] && m->source == SOURCE_COHERENT))
			return true;
	return false;
}

bool model_ignores_orders(const struct memory_model *m) {
	for (unsigned i = 0; i < MEM_ORDER_N; i++)
		if (m->atomic[i] & ~m->keeps)
			return false;
	return !model_has_fences(m);
}
