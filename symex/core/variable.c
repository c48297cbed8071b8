#include "symex/core/variable.h"

#include <string.h>

#include "util/base/intern.h"

static const struct {
	const char *name; /* before its numbers */
	bool is_of_choice, has_part;
} kinds[VARIABLE_KIND_N] = {
    [VARIABLE_INPUT] = {"input!", true, false},
    [VARIABLE_UNINIT] = {"uninit!", true, false},
    [VARIABLE_MEMORY] = {"memory!", true, true},
    [VARIABLE_ARRAY] = {"array!", true, true},
    [VARIABLE_ADDRESS_OF] = {"address!s", false, false},
    [VARIABLE_ADDRESS] = {"address!", true, false},
    [VARIABLE_ARGUMENT] = {"argument!", false, false},
};

static const char *name_of(struct variable v) {
	if (v.kind == VARIABLE_ARGC)
		return "argc";
	if (kinds[v.kind].has_part)
		return intern_printf("%s%u!%u", kinds[v.kind].name, v.number, v.part);
	return intern_printf("%s%u", kinds[v.kind].name, v.number);
}

term variable_term(struct terms *ts, struct sort sort, struct variable v) {
	return term_var_of(ts, sort, name_of(v), (struct term_origin){v.kind, v.number, v.part});
}

term variable_named(struct terms *ts, struct sort sort, enum variable_kind kind, const char *name) {
	return term_var_of(ts, sort, name, (struct term_origin){.kind = kind});
}

struct variable variable_of(const struct terms *ts, term var) {
	struct term_origin o = term_origin(ts, var);
	return (struct variable){(enum variable_kind)o.kind, o.number, o.part};
}

bool variable_is_of_choice(enum variable_kind kind) {
	return kinds[kind].is_of_choice;
}

const char *variable_name_in_trace(struct variable v, uint32_t thread, uint32_t nth) {
	if (kinds[v.kind].has_part)
		return intern_printf("%s%u.%u!%u", kinds[v.kind].name, thread, nth, v.part);
	return intern_printf("%s%u.%u", kinds[v.kind].name, thread, nth);
}

enum variable_kind variable_kind_in_trace(const char *name) {
	if (!strcmp(name, "argc"))
		return VARIABLE_ARGC;
	for (int i = VARIABLE_OTHER + 1; i < VARIABLE_KIND_N; i++) {
		const char *begin = kinds[i].name;
		bool is_kind = begin && !strncmp(name, begin, strlen(begin));
		if (is_kind && (i != VARIABLE_MEMORY || strchr(name, '.')))
			return (enum variable_kind)i;
	}
	return VARIABLE_OTHER;
}
