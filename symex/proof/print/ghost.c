#include "symex/proof/print/ghost.h"

#include "symex/config.h"

#define UNKNOWN INT32_MIN

struct line { /* of a function of the user */
	const struct function *function;
	struct loc first, last;
	int32_t by; /* what every way through it adds; UNKNOWN: none was seen yet */
};

struct ghost {
	const struct relation *r;
	const struct ghost_counter *c;
	VEC(struct line) line;
	uint32_t *line_of; /* by point */
	int32_t *since;    /* by point: what was added since the line was entered; or UNKNOWN */
	int32_t *start;    /* by template: what a new thread adds; or UNKNOWN */
	bool failed;       /* two ways differ */
	bool grew;
};

static uint32_t find_line(struct ghost *g, const struct control_point *p) {
	for (uint32_t i = 0; i < g->line.n; i++) {
		struct line *l = &g->line.at[i];
		if (l->function != p->function || l->first.line != p->loc.line)
			continue;
		if (p->loc.col < l->first.col)
			l->first = p->loc;
		if (p->loc.col > l->last.col)
			l->last = p->loc;
		return i;
	}
	struct line new = {p->function, p->loc, p->loc, UNKNOWN};
	vec_push(&g->line, new);
	return (uint32_t)g->line.n - 1;
}

static void agree(struct ghost *g, int32_t *at, int32_t value) {
	if (*at == value)
		return;
	g->failed |= *at != UNKNOWN;
	*at = value;
	g->grew = true;
}

static int weight_at(const struct ghost *g, uint32_t point) {
	return point == NO_POINT ? 0 : g->c->weight[point].at[0];
}

/* Does the weight of a thread depend on flags?  Then no line adds the same in every execution. */
static bool has_flags(const struct ghost *g) {
	for (size_t i = 0; i < g->r->point.n; i++)
		if (g->c->weight[i].nflags)
			return true;
	return false;
}

/* What the step of the thread adds by itself. */
static int32_t added(const struct ghost *g, const struct edge *e) {
	return weight_at(g, e->to.point) - weight_at(g, e->from);
}

static void enter(struct ghost *g, uint32_t point) {
	if (point != NO_POINT)
		agree(g, &g->since[point], 0);
}

/* A new thread adds the weight of the point where it begins. */
static void start(struct ghost *g, const struct arrival *a) {
	if (a->point == NO_POINT)
		return;
	agree(g, &g->start[g->r->point.at[a->point].tid], weight_at(g, a->point));
	enter(g, a->point);
}

static void pass(struct ghost *g, const struct edge *e) {
	if (g->since[e->from] == UNKNOWN)
		return;
	int32_t now = g->since[e->from] + added(g, e);
	for (uint32_t i = 0; i < e->nspawned; i++)
		start(g, &e->spawned[i]);
	if (e->to.point != NO_POINT && g->line_of[e->to.point] == g->line_of[e->from]) {
		agree(g, &g->since[e->to.point], now);
		return;
	}
	agree(g, &g->line.at[g->line_of[e->from]].by, now);
	enter(g, e->to.point);
}

static void find_changes(struct ghost *g) {
	for (size_t i = 0; i < g->r->point.n; i++) {
		g->line_of[i] = find_line(g, &g->r->point.at[i]);
		g->since[i] = UNKNOWN;
	}
	for (size_t i = 0; i < g->r->template.n; i++)
		g->start[i] = UNKNOWN;
	for (size_t i = 0; i < g->r->begin.n; i++)
		enter(g, g->r->begin.at[i].to.point);
	do {
		g->grew = false;
		for (size_t i = 0; i < g->r->edge.n && !g->failed; i++)
			pass(g, &g->r->edge.at[i]);
	} while (g->grew && !g->failed);
}

/* Is it the same wherever main begins? */
static bool find_initial(const struct ghost *g, int32_t *initial) {
	bool good = g->r->begin.n > 0;
	for (size_t i = 0; i < g->r->begin.n; i++) {
		int32_t here = weight_at(g, g->r->begin.at[i].to.point);
		good &= !i || here == *initial;
		*initial = here;
	}
	return good;
}

static bool is_update(int32_t by) {
	return by && by != UNKNOWN;
}

/* The call that creates threads is a line that changes the counter, too; two changes on one line
 * are too many. */
static bool clashes(const struct ghost *g, uint32_t tid) {
	struct loc at = g->r->template.at[tid].created_at;
	for (size_t i = 0; i < g->line.n; i++)
		if (is_update(g->line.at[i].by) && g->line.at[i].first.file == at.file &&
		    g->line.at[i].first.line == at.line)
			return true;
	for (uint32_t i = 0; i < tid; i++) {
		struct loc other = g->r->template.at[i].created_at;
		if (is_update(g->start[i]) && other.file == at.file && other.line == at.line)
			return true;
	}
	return false;
}

static bool creations_are_clear(const struct ghost *g) {
	for (uint32_t i = 1; i < g->r->template.n; i++)
		if (is_update(g->start[i]) &&
		    (clashes(g, i) || g->r->x->config->environment.thread_create_may_fail))
			return false;
	return true;
}

static void record(const struct ghost *g, struct arena *arena, struct proof_counter *to) {
	to->update = arena_array(arena, struct proof_update, g->line.n + g->r->template.n + 1);
	for (size_t i = 0; i < g->line.n; i++) {
		const struct line *l = &g->line.at[i];
		if (is_update(l->by))
			to->update[to->nupdates++] =
			    (struct proof_update){l->function->symbol->display, l->first, l->last, l->by};
	}
	for (size_t i = 1; i < g->r->template.n; i++) {
		struct loc at = g->r->template.at[i].created_at;
		if (is_update(g->start[i]))
			to->update[to->nupdates++] = (struct proof_update){NULL, at, at, g->start[i]};
	}
}

void ghost_record(const struct relation *r, const struct ghost_counter *c, struct arena *arena,
                  struct proof_counter *to) {
	struct ghost g = {.r = r, .c = c};
	if (has_flags(&g))
		return;
	g.line_of = mem_alloc((r->point.n + 1) * sizeof *g.line_of);
	g.since = mem_alloc((r->point.n + 1) * sizeof *g.since);
	g.start = mem_alloc((r->template.n + 1) * sizeof *g.start);
	find_changes(&g);
	if (!g.failed && creations_are_clear(&g) && find_initial(&g, &to->initial))
		record(&g, arena, to);
	mem_free(g.line_of);
	mem_free(g.since);
	mem_free(g.start);
	vec_free(&g.line);
}
