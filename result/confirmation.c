#include "result/confirmation.h"

#include <string.h>

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

enum { MAX_FORCED = 4 }; /* in the line, of each kind */

static bool is_function(const char *forced) {
	return !strchr(forced, ' ');
}

/* "fcntl, pipe2 and 3 others"; NULL: there is none. */
static const char *names_text(struct arena *a, const struct confirmation *c, bool functions) {
	const char *names = NULL;
	uint32_t all = 0, n = 0;
	for (uint32_t i = 0; i < c->nforced; i++)
		all += is_function(c->forced[i]) == functions;
	for (uint32_t i = 0; i < c->nforced && n < MAX_FORCED; i++)
		if (is_function(c->forced[i]) == functions) {
			const char *between = !n ? "" : n + 1 == all ? " and " : ", ";
			names = arena_printf(a, "%s%s%s", names ? names : "", between, c->forced[i]);
			n++;
		}
	return n < all ? arena_printf(a, "%s and %u others", names, all - n) : names;
}

/* ", with answers of fcntl and pipe2 given by the schedule" */
static const char *forced_text(struct arena *a, const struct confirmation *c) {
	const char *functions = names_text(a, c, true), *others = names_text(a, c, false);
	if (!c->nforced)
		return "";
	const char *names = functions ? arena_printf(a, "answers of %s", functions) : others;
	if (functions && others)
		names = arena_printf(a, "%s, and with %s", names, others);
	return c->was_real ? arena_printf(a,
	                                  ", but only with %s given by the schedule, not with those of "
	                                  "this system",
	                                  names)
	                   : arena_printf(a, ", with %s given by the schedule", names);
}

char *confirmation_text(struct arena *a, const struct confirmation *c) {
	if (c->outcome == CONFIRMATION_NOT_CONFIRMED)
		return arena_printf(a, "not confirmed: %s%s%s", reason_words[c->reason],
		                    c->detail ? ": " : "", c->detail ? c->detail : "");
	const char *at = c->loc.file ? arena_printf(a, " at %s:%u", c->loc.file, c->loc.line) : "";
	return arena_printf(a, "confirmed natively%s: %s%s%s, %s: %s%s", forced_text(a, c), c->compiler,
	                    c->flags ? " " : "", c->flags ? c->flags : "", c->tool, c->what, at);
}
