#include "report/base/execution_edges.h"

#include <string.h>

#include "result/pairs.h"

bool edges_join(const struct execution_event *e) {
	if (e->kind == EXECUTION_LIBRARY) /* what a thread begins with is said by its creation */
		return e->library && strcmp(e->library, "pthread_create") != 0 &&
		       strcmp(e->library, "thrd_create") != 0;
	return !e->is_lifetime || e->ends;
}

static bool is_drawn(const struct execution *x, uint32_t ix) {
	return edges_join(&x->event.at[ix]);
}

static void add(struct edges *to, const struct execution *x, uint32_t a, uint32_t b) {
	struct edge e = {a, b};
	if (is_drawn(x, a) && is_drawn(x, b))
		vec_push(&to->at, e);
}

static void add_program_order(struct edges *to, const struct execution *x) {
	for (uint32_t b = 0; b < x->event.n; b++) {
		const struct execution_event *e = &x->event.at[b];
		bool has_before = false, is_join = e->kind == EXECUTION_JOIN, has_end = false;
		for (uint32_t a = b; is_drawn(x, b) && a-- > 0;) {
			const struct execution_event *p = &x->event.at[a];
			if (!is_drawn(x, a))
				continue;
			if (p->thread == e->thread && !has_before) {
				has_before = true;
				add(to, x, a, b);
			}
			if (is_join && p->thread == e->other && !has_end) {
				has_end = true;
				add(to, x, a, b);
			}
		}
		for (uint32_t a = 0; a < b && !has_before; a++)
			if (x->event.at[a].kind == EXECUTION_CREATE && x->event.at[a].other == e->thread)
				add(to, x, a, b);
	}
}

/* Those that are not in the composition of the relation with itself. */
static void add_immediate(struct edges *to, const struct execution *x, const struct pairs *r) {
	struct pairs twice = pairs_then(r, r);
	for (uint32_t a = 0; a < r->n; a++)
		for (uint32_t b = 0; b < r->n; b++)
			if (pairs_has(r, a, b) && !pairs_has(&twice, a, b) &&
			    x->event.at[a].kind != EXECUTION_LIBRARY &&
			    x->event.at[b].kind != EXECUTION_LIBRARY)
				add(to, x, a, b);
	pairs_close(&twice);
}

static void add_between_threads(struct edges *to, const struct execution *x, struct pairs r) {
	for (uint32_t a = 0; a < r.n; a++)
		for (uint32_t b = 0; b < r.n; b++)
			if (pairs_has(&r, a, b) && x->event.at[a].thread != x->event.at[b].thread)
				add(to, x, a, b);
	pairs_close(&r);
}

void edges_init(struct execution_edges *edges, const struct execution *x) {
	*edges = (struct execution_edges){0};
	add_program_order(&edges->sb, x);
	struct pairs rf = execution_rf(x), mo = execution_mo(x);
	for (uint32_t a = 0; a < rf.n; a++)
		for (uint32_t b = 0; b < rf.n; b++)
			if (pairs_has(&rf, a, b))
				add(&edges->rf, x, a, b);
	add_immediate(&edges->mo, x, &mo);
	if (x->model == EXECUTION_C11) {
		add_between_threads(&edges->sw, x, execution_sw(x));
		add_between_threads(&edges->sw, x, execution_lsw(x));
	}
	pairs_close(&rf);
	pairs_close(&mo);
}

void edges_free(struct execution_edges *edges) {
	vec_free(&edges->sb.at);
	vec_free(&edges->rf.at);
	vec_free(&edges->mo.at);
	vec_free(&edges->sw.at);
}
