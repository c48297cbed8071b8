#include "result/confirmation.h"

static const char *const outcome_ids[] = {
#define OUTCOME(kind, id, words) [CONFIRMATION_##kind] = id,
#define REASON(kind, id, words)
#include "result/confirmation.def"
#undef OUTCOME
#undef REASON
};
static const char *const reason_ids[] = {
#define OUTCOME(kind, id, words)
#define REASON(kind, id, words) [UNCONFIRMED_##kind] = id,
#include "result/confirmation.def"
#undef OUTCOME
#undef REASON
};
static const char *const reason_words[] = {
#define OUTCOME(kind, id, words)
#define REASON(kind, id, words) [UNCONFIRMED_##kind] = words,
#include "result/confirmation.def"
#undef OUTCOME
#undef REASON
};

const char *confirmation_outcome_id(enum confirmation_outcome o) {
	return outcome_ids[o];
}

const char *confirmation_reason_id(enum confirmation_reason r) {
	return reason_ids[r];
}

char *confirmation_text(struct arena *a, const struct confirmation *c) {
	if (c->outcome == CONFIRMATION_NOT_CONFIRMED)
		return arena_printf(a, "not confirmed: %s%s%s", reason_words[c->reason],
		                    c->detail ? ": " : "", c->detail ? c->detail : "");
	const char *at = c->loc.file ? arena_printf(a, " at %s:%u", c->loc.file, c->loc.line) : "";
	return arena_printf(a, "confirmed natively: %s%s%s, %s: %s%s", c->compiler, c->flags ? " " : "",
	                    c->flags ? c->flags : "", c->tool, c->what, at);
}
