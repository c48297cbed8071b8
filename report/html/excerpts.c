#include "report/html/excerpts.h"

#include <stdlib.h>
#include <string.h>

#include "result/cause.h"
#include "util/text/lines.h"

static struct excerpt *find(struct excerpts *x, const char *file) {
	for (size_t i = 0; i < x->at.n; i++)
		if (!strcmp(x->at.at[i].file, file))
			return &x->at.at[i];
	struct excerpt new = {.file = file, .total = lines_count(file)};
	vec_push(&x->at, new);
	return &vec_last(&x->at);
}

static void want(struct excerpts *x, struct loc loc) {
	if (!loc.file)
		return;
	struct excerpt *e = find(x, loc.file);
	if (loc.line && loc.line <= e->total && (!e->line.n || vec_last(&e->line) != loc.line))
		vec_push(&e->line, loc.line);
}

static void want_cex(struct excerpts *x, const struct cex *cex) {
	for (size_t i = 0; i < cex->step.n; i++)
		if (!cex->step.at[i].in_model)
			want(x, cex->step.at[i].loc);
	for (size_t i = 0; i < cex->wait.n; i++)
		want(x, cex->wait.at[i].loc);
	for (size_t i = 0; i < cex->hold.n; i++)
		want(x, cex->hold.at[i].loc);
	for (size_t i = 0; i < cex->order.n; i++) {
		want(x, cex->order.at[i].held.loc);
		want(x, cex->order.at[i].taken.loc);
	}
	for (size_t i = 0; i < cex->place.n; i++)
		want(x, cex->place.at[i].loc);
	for (size_t i = 0; i < cex->access.n; i++) {
		const struct cex_access *a = &cex->access.at[i];
		want(x, a->loc);
		for (size_t k = 0; k < a->stack.n; k++)
			want(x, a->stack.at[k].loc);
	}
}

static void want_cause(struct excerpts *x, const struct cause *c) {
	for (size_t i = 0; i < c->role.n; i++)
		want(x, c->role.at[i].loc);
	for (size_t i = 0; i < c->fact.n; i++) {
		want(x, c->fact.at[i].first.loc);
		want(x, c->fact.at[i].second.loc);
	}
	want(x, c->point.loc);
}

static void want_needs(struct excerpts *x, const struct needs *needs) {
	for (size_t i = 0; i < needs->at.n; i++) {
		want(x, needs->at.at[i].loc);
		for (size_t k = 0; k < needs->at.at[i].n; k++)
			want(x, needs->at.at[i].at[k].loc);
	}
}

static void want_run(struct excerpts *x, const struct result *r) {
	for (size_t i = 0; i < r->info.file.n; i++)
		find(x, r->info.file.at[i]);
	want(x, r->error.loc);
	for (size_t i = 0; i < r->property.n; i++) {
		const struct property_result *p = &r->property.at[i];
		if (p->status == PROPERTY_VIOLATED || !p->in_model)
			want(x, p->loc);
		if (p->cex)
			want_cex(x, p->cex);
		if (p->cause)
			want_cause(x, p->cause);
	}
	for (size_t i = 0; i < r->gap.n; i++)
		want(x, r->gap.at[i].loc);
	for (size_t i = 0; r->proof && i < r->proof->place.n; i++)
		want(x, r->proof->place.at[i].loc);
	if (r->needs)
		want_needs(x, r->needs);
}

static int compare_lines(const void *a, const void *b) {
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

static void add_part(struct excerpt *e, uint32_t first, uint32_t last, uint32_t *left) {
	if (e->part.n && vec_last(&e->part).last + 1 >= first)
		first = vec_last(&e->part).last + 1;
	if (last < first || !*left)
		return;
	if (last - first >= *left)
		last = first + *left - 1;
	*left -= last - first + 1;
	if (e->part.n && vec_last(&e->part).last + 1 == first) {
		vec_last(&e->part).last = last;
		return;
	}
	struct excerpt_part part = {first, last};
	vec_push(&e->part, part);
}

static void choose_parts(struct excerpt *e, uint32_t *left) {
	if (!e->total)
		return;
	if (e->total <= EXCERPT_WHOLE) {
		add_part(e, 1, e->total, left);
		return;
	}
	if (e->line.n)
		qsort(e->line.at, e->line.n, sizeof *e->line.at, compare_lines);
	for (size_t i = 0; i < e->line.n; i++) {
		uint32_t line = e->line.at[i];
		uint32_t first = line > EXCERPT_AROUND ? line - EXCERPT_AROUND : 1;
		uint32_t last = e->total - line > EXCERPT_AROUND ? line + EXCERPT_AROUND : e->total;
		add_part(e, first, last, left);
	}
}

void excerpts_init(struct excerpts *x, const struct results *results) {
	*x = (struct excerpts){0};
	for (size_t i = 0; i < results->run.n; i++)
		want_run(x, results->run.at[i]);
	uint32_t left = EXCERPT_MAX;
	for (size_t i = 0; i < x->at.n; i++)
		choose_parts(&x->at.at[i], &left);
}

void excerpts_free(struct excerpts *x) {
	for (size_t i = 0; i < x->at.n; i++) {
		vec_free(&x->at.at[i].line);
		vec_free(&x->at.at[i].part);
	}
	vec_free(&x->at);
}
