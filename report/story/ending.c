#include "report/story/ending.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TEXT = 700 };

static void fill_restricted(struct result *r, enum established_kind kind,
                            const struct restricted_fact *f) {
	if (!*f->text)
		return;
	struct told_fact k = {{.kind = kind, .iterations = f->number},
	                      arena_printf(r->arena, "%s", f->text)};
	vec_push(&r->established, k);
}

void ending_fill(struct result *r, const struct search_progress *s, double now) {
	char text[TEXT];
	for (uint32_t i = s->nfacts; i-- > 0;) { /* the last one took longest */
		if (!search_progress_tells(s, &s->fact[i]))
			continue;
		established_text(text, sizeof text, &s->fact[i], s->threads > 1);
		const char *model = result_has_gap(r, GAP_ORDERS) ? " under sequential consistency" : "";
		struct told_fact k = {s->fact[i], arena_printf(r->arena, "%s%s", text, model)};
		vec_push(&r->established, k);
	}
	fill_restricted(r, ESTABLISHED_VALUES, &s->values);
	fill_restricted(r, ESTABLISHED_USUAL, &s->usual);
	fill_restricted(r, ESTABLISHED_FEW, &s->few);
	if (r->established.n && *s->within)
		r->established_under = arena_printf(r->arena, "%s", s->within);
	if (search_progress_activity(text, sizeof text, s, now))
		r->activity = arena_printf(r->arena, "%s", text);
}

#define REASON_LINE "reason: %s\n"
#define ESTABLISHED "established: "
#define UNDER       "this holds "
#define DOING       "it was "

bool ending_is_told(const struct result *r) {
	return result_verdict(r) == VERDICT_UNKNOWN && !r->error.text &&
	       (r->established.n || r->activity || r->advice.n);
}

char *ending_lines(struct arena *arena, const struct result *r) {
	char *all = arena_printf(arena, "%s", "");
	if (!ending_is_told(r))
		return all;
	const char *reason = result_reason(arena, r);
	if (reason)
		all = arena_printf(arena, REASON_LINE, reason);
	for (size_t i = 0; i < r->established.n; i++)
		all = arena_printf(arena, "%s" ESTABLISHED "%s\n", all, r->established.at[i].text);
	if (r->established_under)
		all = arena_printf(arena, "%s" UNDER "%s\n", all, r->established_under);
	if (r->activity)
		all = arena_printf(arena, "%s" DOING "%s\n", all, r->activity);
	for (size_t i = 0; i < r->advice.n; i++)
		all = arena_printf(arena, "%s%s\n", all, advice_text(arena, &r->advice.at[i]));
	return all;
}

__attribute__((format(printf, 3, 4))) static void put(char *to, size_t size, const char *format,
                                                      ...) {
	size_t n = strlen(to);
	va_list ap;
	va_start(ap, format);
	vsnprintf(to + n, size - n, format, ap);
	va_end(ap);
}

size_t ending_format(char *to, size_t size, const char *reason, const struct search_progress *s,
                     double now) {
	char text[TEXT];
	bool is_restricted = *s->values.text || *s->usual.text || *s->few.text;
	if (!s->nfacts && !*s->engine && !is_restricted) {
		*to = 0;
		return 0;
	}
	snprintf(to, size, REASON_LINE, reason);
	for (uint32_t i = s->nfacts; i-- > 0;) {
		if (!search_progress_tells(s, &s->fact[i]))
			continue;
		established_text(text, sizeof text, &s->fact[i], s->threads > 1);
		put(to, size, ESTABLISHED "%s\n", text);
	}
	if (*s->values.text)
		put(to, size, ESTABLISHED "%s\n", s->values.text);
	if (*s->usual.text)
		put(to, size, ESTABLISHED "%s\n", s->usual.text);
	if (*s->few.text)
		put(to, size, ESTABLISHED "%s\n", s->few.text);
	if ((s->nfacts || is_restricted) && *s->within)
		put(to, size, UNDER "%s\n", s->within);
	if (search_progress_activity(text, sizeof text, s, now))
		put(to, size, DOING "%s\n", text);
	return strlen(to);
}
