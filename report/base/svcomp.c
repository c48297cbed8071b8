#include "report/base/svcomp.h"

#include <ctype.h>
#include <string.h>

/* What a formula is called, and the classes of our properties that violate it. */
static const struct known {
	const char *formula, *name;
	const char *class[3];
} known[] = {
    {"G!call(reach_error())", "unreach-call", {"unreach"}},
    {"G!call(__VERIFIER_error())", "unreach-call", {"unreach"}},
    {"G!overflow", "no-overflow", {"overflow"}},
    {"G!data-race", "no-data-race", {"race"}},
    {"Gvalid-free", "valid-free", {"double-free", "invalid-free"}},
    {"Gvalid-deref", "valid-deref", {"pointer", "bounds"}},
    /* A block that nothing reaches is not freed either: with both, one name is right for all. */
    {"Gvalid-memcleanup", "valid-memcleanup", {"leak"}},
    {"Gvalid-memtrack", "valid-memtrack", {"leak"}},
    {"Fend", "termination", {"termination"}},
};

enum { KNOWN_N = sizeof known / sizeof *known, LONGEST_LINE = 200 };

/* Copies the line without blanks; false: it is too long to be a property. */
static bool squeeze(const char *line, char to[LONGEST_LINE]) {
	size_t n = 0;
	for (; *line; line++)
		if (!isspace((unsigned char)*line)) {
			if (n + 1 == LONGEST_LINE)
				return false;
			to[n++] = *line;
		}
	to[n] = 0;
	return true;
}

static const struct known *find(const char *line) {
	static const char head[] = "CHECK(init(main()),LTL(", tail[] = "))";
	char text[LONGEST_LINE];
	if (!squeeze(line, text))
		return NULL;
	size_t n = strlen(text), around = strlen(head) + strlen(tail);
	if (n < around || strncmp(text, head, strlen(head)) != 0 ||
	    strcmp(text + n - strlen(tail), tail) != 0)
		return NULL;
	text[n - strlen(tail)] = 0;
	for (size_t i = 0; i < KNOWN_N; i++)
		if (!strcmp(known[i].formula, text + strlen(head)))
			return &known[i];
	return NULL;
}

const char *svcomp_property(const char *line) {
	const struct known *k = find(line);
	return k ? k->name : NULL;
}

static bool violates(const struct known *k, const char *class_name) {
	for (size_t i = 0; i < sizeof k->class / sizeof *k->class; i++)
		if (k->class[i] && !strcmp(k->class[i], class_name))
			return true;
	return false;
}

static bool is_asked(const struct result *r, const struct known *k) {
	for (size_t i = 0; i < r->info.properties.n; i++) {
		const struct known *asked = find(r->info.properties.at[i]);
		if (asked && !strcmp(asked->name, k->name))
			return true;
	}
	return false;
}

/* Which of the properties in info.properties the first violation violates; NULL: none, or there is
 * no violation. */
static const char *violated(const struct result *r) {
	if (r->violated == NO_PROPERTY)
		return NULL;
	const char *class_name = r->property.at[r->violated].class_name;
	for (size_t i = 0; i < KNOWN_N; i++)
		if (violates(&known[i], class_name) && is_asked(r, &known[i]))
			return known[i].name;
	return NULL;
}

/* Termination looks at undefined behaviour on the way, but decides nothing about it. */
static void keep_termination(struct result *r) {
	size_t n = 0;
	for (size_t i = 0; i < r->property.n; i++) {
		if (strcmp(r->property.at[i].class_name, "termination") != 0)
			continue;
		if (i == r->violated)
			r->violated = (uint32_t)n;
		r->property.at[n++] = r->property.at[i];
	}
	r->property.n = n;
}

static bool asks_for_termination(const struct result *r) {
	for (size_t i = 0; i < r->info.properties.n; i++) {
		const struct known *asked = find(r->info.properties.at[i]);
		if (asked && !strcmp(asked->name, "termination"))
			return true;
	}
	return false;
}

void svcomp_judge(struct result *r) {
	if (asks_for_termination(r))
		keep_termination(r);
	if (r->verdict == VERDICT_SAFE && r->gap.n)
		r->verdict = VERDICT_UNKNOWN;
	if (r->verdict != VERDICT_UNSAFE || violated(r))
		return;
	const struct property_result *p = &r->property.at[r->violated];
	result_gap(r, GAP_UNSUPPORTED, p->loc,
	           "not among the properties, and nothing is known after it: %s", p->text);
	r->verdict = VERDICT_UNKNOWN;
}

char *svcomp_verdict(struct arena *arena, const struct result *r) {
	switch (result_verdict(r)) {
	case VERDICT_SAFE: return arena_printf(arena, r->gap.n ? "unknown" : "true");
	case VERDICT_UNSAFE:
		if (violated(r))
			return arena_printf(arena, "false(%s)", violated(r));
		break;
	case VERDICT_UNKNOWN: break;
	}
	return arena_printf(arena, "unknown");
}

bool svcomp_agrees(const char *verdict, const char *expected) {
	if (!strcmp(expected, "false"))
		return !strncmp(verdict, "false", strlen("false"));
	return !strcmp(verdict, expected);
}

void report_svcomp(FILE *out, const struct result *r) {
	struct arena *arena = arena_open();
	fprintf(out, "%s\n", svcomp_verdict(arena, r));
	fflush(out);
	arena_close(arena);
}
