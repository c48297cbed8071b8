#include "symex/portfolio/restricted.h"

#include <string.h>

#include "process/work.h"
#include "symex/core/execution.h"

/* --- Texts. --- */

/* What the result rests on but for the usual environment itself, and what it is bounded by. */
static void put_within(struct restricted_fact *f, struct result *r) {
	struct arena *arena = arena_open();
	size_t kept = 0;
	for (size_t i = 0; i < r->gap.n; i++)
		if (r->gap.at[i].kind != GAP_ENVIRONMENT)
			r->gap.at[kept++] = r->gap.at[i];
	r->gap.n = kept;
	r->unreached = NULL; /* by this part: others do */
	const char *bounds = result_qualifiers(arena, r), *assumed = result_assumed(arena, r);
	search_progress_within(f->within, bounds ? bounds : "");
	if (assumed)
		search_progress_within(f->within, arena_printf(arena, "assuming %s", assumed));
	arena_close(arena);
}

bool restricted_tell_usual(struct search_progress *to, struct result *r) {
	struct restricted_fact f = {.text = "in the usual environment: SUCCESSFUL"};
	if (!result_has_gap(r, GAP_ENVIRONMENT))
		return false;
	put_within(&f, r);
	search_progress_change(to);
	to->usual = f;
	search_progress_changed(to);
	return true;
}

/* "within argc 2, arguments of 3 characters: SUCCESSFUL" */
void restricted_tell_few(struct search_progress *to, struct result *r) {
	struct restricted_fact f = {0};
	struct arena *arena = arena_open();
	r->unreached = NULL; /* by this part: others do */
	const char *bounds = result_qualifiers(arena, r), *assumed = result_assumed(arena, r);
	snprintf(f.text, sizeof f.text, "%s%sSUCCESSFUL", bounds ? bounds : "", bounds ? ": " : "");
	if (assumed)
		search_progress_within(f.within, arena_printf(arena, "assuming %s", assumed));
	arena_close(arena);
	search_progress_change(to);
	to->few = f;
	search_progress_changed(to);
}

/* "no violation for values 0 to 5 of getenv("THREADS") and argv[1]" */
static void tell_values(struct search_progress *to, const struct small_inputs *s, uint32_t most,
                        struct result *r) {
	struct restricted_fact f = {.number = most};
	size_t n = 0;
	if (most)
		snprintf(f.text, sizeof f.text, "no violation for values 0 to %u of", most);
	else
		snprintf(f.text, sizeof f.text, "no violation for the value 0 of");
	for (uint32_t i = 0; i < s->n; i++) {
		const char *before = i == 0 ? "" : i + 1 == s->n ? " and" : ",";
		n = strlen(f.text);
		snprintf(f.text + n, sizeof f.text - n, "%s %s", before, s->name[i]);
	}
	put_within(&f, r);
	search_progress_change(to);
	to->values = f;
	search_progress_changed(to);
}

/* --- Values, upwards. --- */

static bool is_number(const char *from) {
	static const char *const list[] = {"getenv()", "scanf()", "read()", "sysconf()"};
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (!strcmp(from, list[i]))
			return true;
	return !strncmp(from, "argv[", 5) || !strncmp(from, "__VERIFIER_nondet_", 18);
}

bool restricted_add(struct small_inputs *s, const struct search_progress *progress) {
	const char *from = progress->steered_by;
	size_t length = strlen(from), suffix = strlen("scanf()");
	if (length > suffix && !strcmp(from + length - suffix, "scanf()"))
		from += length - suffix; /* fscanf */
	if (!strncmp(from, "get_nprocs", 10))
		from = "sysconf()";
	if (!is_number(from) || strlen(from) >= sizeof s->from[0] || s->nfrom == MOST_SMALL)
		return false;
	for (uint32_t i = 0; i < s->nfrom; i++)
		if (!strcmp(s->from[i], from))
			return false;
	snprintf(s->from[s->nfrom++], sizeof s->from[0], "%s", from);
	return true;
}

/* Of the values 0 to 'most' for each input, the next in which one of them is 'most'; false: there
 * are no more. */
static bool next_values(struct small_inputs *s, uint32_t most) {
	for (;;) {
		uint32_t i = 0;
		while (i < s->n && s->value[i] == most)
			s->value[i++] = 0;
		if (i == s->n)
			return false;
		s->value[i]++;
		for (uint32_t k = 0; k < s->n; k++)
			if (s->value[k] == most)
				return true;
	}
}

/* The values of 'most' begin. */
static void first_values(struct small_inputs *s, uint32_t most) {
	memset(s->value, 0, sizeof s->value);
	s->value[0] = most;
}

bool restricted_is_proved(const struct symex_config *c, const struct result *r) {
	return result_verdict(r) == VERDICT_SAFE && !portfolio_is_bounded(c, r) && !r->deadlocks_open;
}

#define FIRST_SHARE 0.5 /* seconds of work */

/* One search.  is_over: its share was, before it had an answer. */
static struct result *search_values(const struct value_search *v, const struct symex_config *config,
                                    struct symex_stats *stats, double share, bool *is_over) {
	struct symex_config c = *config;
	struct result *r = result_open();
	for (size_t i = 0; i < v->begun->assumption.n; i++)
		result_assume(r, v->begun->assumption.at[i].text, v->begun->assumption.at[i].option);
	*stats = *v->begin;
	c.small = v->small;
	c.work_end = work.done + (uint64_t)(share * WORK_SECOND);
	c.solver_config.budget_seconds = share;
	v->search(v->prog, &c, r, stats);
	*is_over = symex_stop == SHARE_IS_OVER || result_has_gap(r, GAP_SOLVER);
	if (symex_stop == SHARE_IS_OVER)
		symex_stop = 0;
	return r;
}

/* Each way has a share of the work for the values, then a larger one.  A search in which the values
 * do not end every loop soon shows which other inputs steer one. */
struct result *restricted_values(const struct value_search *v) {
	struct small_inputs *s = v->small;
	struct symex_stats own;
	double share = FIRST_SHARE;
	uint32_t most = 0;
	bool is_over, may_go_on = false;
	for (size_t way = 0;;) {
		uint32_t known = s->n;
		struct result *r = search_values(v, &v->way[way], &own, share, &is_over);
		bool proved = restricted_is_proved(&v->way[way], r);
		if (symex_stop || s->are_many || result_verdict(r) == VERDICT_UNSAFE || (proved && !s->n))
			return r;
		may_go_on |= is_over;
		if ((!proved && restricted_add(s, &own.progress)) || (s->n > known && known))
			first_values(s, most = 0); /* another input: all over again */
		else if (proved && !next_values(s, most)) {
			tell_values(v->told, s, most, r);
			first_values(s, ++most);
		} else if (!proved && ++way == v->nways) {
			if (!may_go_on)
				return r;
			way = 0;
			share *= 2;
			may_go_on = false;
		}
		result_close(r);
	}
}
