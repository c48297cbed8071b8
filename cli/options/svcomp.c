#include "cli/options/svcomp.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "report/base/svcomp.h"

static bool *field_of(struct svcomp *p, const char *name) {
	const struct {
		const char *name;
		bool *field;
	} fields[] = {
	    {"unreach-call", &p->unreach_call},     {"no-overflow", &p->no_overflow},
	    {"no-data-race", &p->no_data_race},     {"termination", &p->termination},
	    {"valid-free", &p->valid_free},         {"valid-deref", &p->valid_deref},
	    {"valid-memtrack", &p->valid_memtrack}, {"valid-memcleanup", &p->valid_memcleanup},
	};
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (!strcmp(fields[i].name, name))
			return fields[i].field;
	return NULL;
}

/* The next line without blanks around it; *text moves behind it. */
static char *take_line(struct arena *arena, const char **text) {
	size_t n = strcspn(*text, "\n");
	const char *from = *text, *to = from + n;
	*text = to + (*to == '\n');
	while (from < to && isspace((unsigned char)*from))
		from++;
	while (from < to && isspace((unsigned char)to[-1]))
		to--;
	return arena_printf(arena, "%.*s", (int)(to - from), from);
}

bool svcomp_parse(struct svcomp *p, struct arena *arena, const char *text, const char **error) {
	*p = (struct svcomp){0};
	*error = NULL;
	while (*text && !*error) {
		const char *line = take_line(arena, &text);
		if (!*line)
			continue;
		const char *name = svcomp_property(line);
		bool *field = name ? field_of(p, name) : NULL;
		if (field) {
			*field = true;
			vec_push(&p->line, line);
		} else
			*error = arena_printf(arena, "unsupported property: %s", line);
	}
	bool other = p->unreach_call || p->no_overflow || p->no_data_race || p->valid_free ||
	             p->valid_deref || p->valid_memtrack || p->valid_memcleanup;
	if (!*error && !p->line.n)
		*error = "it has no property";
	/* Safety lets induction end a loop that termination must follow to its end. */
	if (!*error && p->termination && other)
		*error = "unsupported: termination together with other properties";
	if (*error)
		svcomp_free(p);
	return !*error;
}

bool svcomp_same(const struct svcomp *a, const struct svcomp *b) {
	return a->unreach_call == b->unreach_call && a->no_overflow == b->no_overflow &&
	       a->no_data_race == b->no_data_race && a->termination == b->termination &&
	       a->valid_free == b->valid_free && a->valid_deref == b->valid_deref &&
	       a->valid_memtrack == b->valid_memtrack && a->valid_memcleanup == b->valid_memcleanup;
}

void svcomp_free(struct svcomp *p) {
	vec_free(&p->line);
}

struct check_config svcomp_checks(const struct svcomp *p) {
	bool memory = p->valid_deref || p->valid_free;
	return (struct check_config){
	    .error_calls = p->unreach_call,
	    .overflow = p->no_overflow || p->termination, /* what is endless only after these is not */
	    .div_by_zero = p->termination,
	    .shift = p->termination,
	    .bounds = memory,
	    .pointer = memory,
	    .leak = p->valid_memtrack || p->valid_memcleanup,
	};
}
