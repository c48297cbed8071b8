#include "goto/analysis/sync_calls.h"

#include <string.h>

static const struct sync_call calls[] = {
#define SYNC_CALL(name, role, family, at, weaker)                                                  \
	{#name, SYNC_ROLE_##role, SYNC_FAMILY_##family, at, weaker},
#include "goto/analysis/sync_calls.def"
#undef SYNC_CALL
};

enum { CALLS_N = sizeof calls / sizeof *calls };

const struct sync_call *sync_call_at(size_t i) {
	return i < CALLS_N ? &calls[i] : NULL;
}

const struct sync_call *sync_call_of(const struct ins *in) {
	if (in->kind != INS_CALL || !in->rhs || in->rhs->kind != EXPR_SYMBOL)
		return NULL;
	const struct symbol *s = in->rhs->symbol;
	if (s->function && !s->function->is_model)
		return NULL; /* one of the user that has the name */
	for (size_t i = 0; i < CALLS_N; i++)
		if (in->nargs > calls[i].at && !strcmp(s->name, calls[i].name))
			return &calls[i];
	return NULL;
}
