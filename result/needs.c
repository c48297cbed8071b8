#include "result/needs.h"

#include <string.h>

static const struct {
	const char *id, *what, *change;
} kinds[NEED_KIND_N] = {
#define NEED(kind, id, what, change) [NEED_##kind] = {id, what, change},
#include "result/needs.def"
#undef NEED
};

const char *need_kind_id(enum need_kind kind) {
	return kinds[kind].id;
}

const char *need_outcome_id(enum need_outcome o) {
	static const char *const id[NEED_OUTCOME_N] = {[NEED_OPEN] = "open",
	                                               [NEED_NEEDED] = "needed",
	                                               [NEED_NOT_ALONE] = "not-needed-alone",
	                                               [NEED_NOT_REACHED] = "not-reached"};
	return id[o];
}

struct need_text {
	char *at;
	size_t n, cap;
};

static void put(struct need_text *to, const char *text) {
	for (; *text; text++)
		vec_push(to, *text);
}

static const char *value_of(const struct need *n, char letter) {
	const char *value = letter == 'o'   ? n->object
	                    : letter == 's' ? n->second
	                    : letter == 'c' ? n->call
	                                    : n->weaker;
	return value ? value : "an object without a name";
}

/* "lock of q->m"; "lock" of what has no name. */
static char *fill(struct arena *arena, const char *pattern, const struct need *n) {
	static const char of_object[] = " of %o";
	struct need_text text = {0};
	for (const char *p = pattern; *p; p++)
		if (!n->object && !strncmp(p, of_object, strlen(of_object)))
			p += strlen(of_object) - 1;
		else if (*p == '%')
			put(&text, value_of(n, *++p));
		else
			vec_push(&text, *p);
	vec_push(&text, '\0');
	char *filled = arena_copy(arena, text.at, text.n);
	vec_free(&text);
	return filled;
}

char *need_what(struct arena *arena, const struct need *n) {
	return fill(arena, kinds[n->kind].what, n);
}

char *need_change(struct arena *arena, const struct need *n) {
	return fill(arena, kinds[n->kind].change, n);
}

void needs_free(struct needs *n) {
	vec_free(&n->at);
}
