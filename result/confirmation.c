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

enum { MAX_FORCED = 4 }; /* in the line */

/* ", with answers of fcntl and pipe2 given by the schedule" */
static const char *forced_text(struct arena *a, const struct confirmation *c) {
	const char *names = "";
	uint32_t most = c->nforced > MAX_FORCED ? MAX_FORCED : c->nforced;
	for (uint32_t i = 0; i < most; i++)
		names = arena_printf(a, "%s%s%s", names,
		                     !i                    ? ""
		                     : i + 1 == c->nforced ? " and "
		                                           : ", ",
		                     c->forced[i]);
	if (c->nforced > most)
		names = arena_printf(a, "%s and %u others", names, c->nforced - most);
	if (!c->nforced)
		return "";
	return c->was_real ? arena_printf(a,
	                                  ", but only with answers of %s given by the schedule, not "
	                                  "with those of this system",
	                                  names)
	                   : arena_printf(a, ", with answers of %s given by the schedule", names);
}

char *confirmation_text(struct arena *a, const struct confirmation *c) {
	if (c->outcome == CONFIRMATION_NOT_CONFIRMED)
		return arena_printf(a, "not confirmed: %s%s%s", reason_words[c->reason],
		                    c->detail ? ": " : "", c->detail ? c->detail : "");
	const char *at = c->loc.file ? arena_printf(a, " at %s:%u", c->loc.file, c->loc.line) : "";
	return arena_printf(a, "confirmed natively%s: %s%s%s, %s: %s%s", forced_text(a, c), c->compiler,
	                    c->flags ? " " : "", c->flags ? c->flags : "", c->tool, c->what, at);
}
