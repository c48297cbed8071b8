#include "cli/svcomp.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* Copies the line without blanks; returns what follows the line. */
static const char *squeeze_line(const char *text, char *to) {
	for (; *text && *text != '\n'; text++)
		if (!isspace((unsigned char)*text))
			*to++ = *text;
	*to = 0;
	return *text ? text + 1 : text;
}

static bool parse_line(struct svcomp *p, const char *line) {
	static const struct {
		const char *formula;
		size_t field;
	} known[] = {
	    {"G!call(reach_error())", offsetof(struct svcomp, unreach_call)},
	    {"G!call(__VERIFIER_error())", offsetof(struct svcomp, unreach_call)},
	    {"G!overflow", offsetof(struct svcomp, no_overflow)},
	    {"G!data-race", offsetof(struct svcomp, no_data_race)},
	    {"Gvalid-free", offsetof(struct svcomp, valid_free)},
	    {"Gvalid-deref", offsetof(struct svcomp, valid_deref)},
	    {"Gvalid-memtrack", offsetof(struct svcomp, valid_memtrack)},
	    {"Gvalid-memcleanup", offsetof(struct svcomp, valid_memcleanup)},
	};
	static const char head[] = "CHECK(init(main()),LTL(", tail[] = "))";
	size_t n = strlen(line), around = strlen(head) + strlen(tail);
	if (n < around || strncmp(line, head, strlen(head)) != 0 ||
	    strcmp(line + n - strlen(tail), tail) != 0)
		return false;
	const char *formula = line + strlen(head);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strlen(known[i].formula) == n - around &&
		    !strncmp(known[i].formula, formula, n - around)) {
			*((bool *)((char *)p + known[i].field)) = true;
			return true;
		}
	return false;
}

bool svcomp_parse(struct svcomp *p, struct arena *arena, const char *text, const char **error) {
	*p = (struct svcomp){0};
	char *line = arena_alloc(arena, strlen(text) + 1);
	bool any = false;
	while (*text) {
		text = squeeze_line(text, line);
		if (!*line)
			continue;
		any = true;
		if (!parse_line(p, line)) {
			*error = arena_printf(arena, "unsupported property: %s", line);
			return false;
		}
	}
	if (!any)
		*error = "it has no property";
	/* One check covers both, so that a violation of one would be taken for the other. */
	else if (p->valid_free != p->valid_deref)
		*error = "unsupported: valid-free and valid-deref only together";
	else
		return true;
	return false;
}

struct check_config svcomp_checks(const struct svcomp *p) {
	return (struct check_config){
	    .error_calls = p->unreach_call,
	    .overflow = p->no_overflow,
	    .bounds = p->valid_deref,
	    .pointer = p->valid_deref,
	    .leak = p->valid_memtrack || p->valid_memcleanup,
	};
}
