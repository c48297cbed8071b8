/* Cycles of random graphs of states, against a search over closed walks and what happens on them.
 */
#include "symex/lazy/cycles/cycles.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"

enum { MOST_NODES = 9, MOST_THREADS = 3, GRAPHS = 12000 };
enum mode { IDLE, BUSY, ENDED, OUTSIDE, MODES }; /* OUTSIDE: no thread of a client */

static enum mode mode_of[MOST_NODES][MOST_THREADS];
static uint32_t nthreads;

static uint32_t below(uint32_t n) {
	return (uint32_t)rand() % n;
}

/* --- Random graphs. --- */

static unsigned random_marks(void) {
	unsigned r = below(12);
	return r == 0 ? GRAPH_UNFAIR : r == 1 ? GRAPH_TIMEOUT : r == 2 ? GRAPH_SILENT : 0;
}

/* May a step of the thread lead from one node to the other? */
static bool may_step(uint32_t from, uint32_t to, uint32_t tid) {
	for (uint32_t t = 0; t < nthreads; t++)
		if (t != tid && mode_of[from][t] != mode_of[to][t])
			return false;
	enum mode a = mode_of[from][tid], b = mode_of[to][tid];
	switch (a) {
	case IDLE: return b == BUSY || b == IDLE || b == ENDED;
	case BUSY: return b == BUSY || b == IDLE;
	case OUTSIDE: return b == OUTSIDE || b == ENDED;
	default: return false;
	}
}

static void connect(struct state_graph *g, uint32_t from, uint32_t to, uint32_t tid) {
	enum mode a = mode_of[from][tid], b = mode_of[to][tid];
	bool returns = b == IDLE && (a == BUSY || a == IDLE);
	graph_connect(g, from, to, tid, random_marks() | (returns ? GRAPH_RETURNS : 0));
	g->node.at[from].enabled |= UINT64_C(1) << tid;
}

static void describe(struct graph_node *n, uint32_t node) {
	n->nthreads = nthreads;
	for (uint32_t t = 0; t < nthreads; t++) {
		uint64_t bit = UINT64_C(1) << t;
		enum mode m = mode_of[node][t];
		n->idle |= m == IDLE ? bit : 0;
		n->busy |= m == BUSY ? bit : 0;
		n->ended |= m == ENDED ? bit : 0;
		n->waits |= !(n->enabled & bit) && (m == BUSY || m == OUTSIDE) && below(8) ? bit : 0;
	}
}

static void random_graph(struct state_graph *g, bool is_client) {
	uint32_t n = 2 + below(MOST_NODES - 2);
	nthreads = 1 + below(MOST_THREADS);
	graph_open(g);
	uint32_t few = 1 + below(2);
	for (uint32_t i = 1; i < n; i++) {
		graph_add(g, i + 1, &(struct graph_node){0});
		for (uint32_t t = 0; t < nthreads; t++)
			mode_of[i][t] = !is_client   ? (below(5) ? OUTSIDE : ENDED)
			                : below(few) ? mode_of[i - 1][t]
			                             : (enum mode)(below(7) ? below(2) : 2 + below(2));
	}
	memcpy(mode_of[0], mode_of[1], sizeof mode_of[0]);
	graph_connect(g, 0, 1, 0, 0);
	uint32_t edges = n + below(3 * n);
	for (uint32_t i = 0; i < edges; i++) {
		uint32_t from = 1 + below(n - 1), to = 1 + below(n - 1), tid = below(nthreads);
		if (may_step(from, to, tid))
			connect(g, from, to, tid);
	}
	uint64_t server = below(3) ? 0 : UINT64_C(1) << below(nthreads);
	for (uint32_t i = 1; i < n; i++) {
		describe(&g->node.at[i], i);
		g->node.at[i].server = is_client ? 0 : server;
	}
}

/* --- Closed walks. --- */

/* What has happened on a walk: bits of threads in each. */
struct facts {
	uint32_t moved, waited, idle, ended, enabled;
};

enum { FACT_BITS = 5 * MOST_THREADS };
static bool seen[MOST_NODES][1 << FACT_BITS];
static uint32_t todo[MOST_NODES << FACT_BITS];

static uint32_t pack(struct facts f) {
	uint32_t all[] = {f.moved, f.waited, f.idle, f.ended, f.enabled}, word = 0;
	for (int i = 0; i < 5; i++)
		word = word << MOST_THREADS | all[i];
	return word;
}

static struct facts unpack(uint32_t word) {
	uint32_t all[5], mask = (1 << MOST_THREADS) - 1;
	for (int i = 5; i-- > 0; word >>= MOST_THREADS)
		all[i] = word & mask;
	return (struct facts){all[0], all[1], all[2], all[3], all[4]};
}

static struct facts with_node(struct facts f, const struct graph_node *n) {
	f.waited |= (uint32_t)n->waits;
	f.idle |= (uint32_t)n->idle;
	f.ended |= (uint32_t)n->ended;
	f.enabled |= (uint32_t)n->enabled;
	return f;
}

struct question {
	const struct cycles_query *q;
	uint32_t of;
	bool strongly;
};

static bool may_take(const struct question *q, const struct graph_edge *e) {
	bool fair = q->q->kind >= PROGRESS_LIVENESS || q->q->kind <= PROGRESS_STARVATION_FREE;
	if (!q->q->unfair_environment &&
	    (e->marks & GRAPH_UNFAIR || (e->marks & GRAPH_TIMEOUT && fair && !q->strongly)))
		return false;
	bool returns = e->marks & GRAPH_RETURNS;
	switch (q->q->kind) {
	case PROGRESS_LOCK_FREE:
	case PROGRESS_DEADLOCK_FREE: return !returns;
	case PROGRESS_OBSTRUCTION_FREE: return !returns && e->tid == q->of;
	case PROGRESS_WAIT_FREE:
	case PROGRESS_STARVATION_FREE: return !returns || e->tid != q->of;
	default: return true;
	}
}

/* Is the walk, which is back at its first node, a violation? */
static bool violates(const struct question *q, const struct graph_node *n, struct facts f) {
	uint32_t all = (1u << n->nthreads) - 1, busy = (uint32_t)n->busy;
	uint32_t rests = f.idle | f.ended, moves = f.moved | f.waited;
	bool fair = !(all & ~(moves | rests)) && moves;
	if (q->strongly)
		fair = !(f.enabled & ~(f.moved | rests)) && !(all & ~(moves | rests)) && moves;
	switch (q->q->kind) {
	case PROGRESS_LOCK_FREE: return moves & busy;
	case PROGRESS_WAIT_FREE:
	case PROGRESS_OBSTRUCTION_FREE: return moves & busy & 1u << q->of;
	case PROGRESS_DEADLOCK_FREE: return fair && busy;
	case PROGRESS_STARVATION_FREE: return fair && busy >> q->of & 1;
	case PROGRESS_LIVENESS: return fair && all & ~f.ended & ~(uint32_t)n->server;
	default: return fair && all & ~f.ended;
	}
}

static bool walk_from(const struct state_graph *g, const struct question *q, uint32_t first) {
	const struct graph_node *begin = &g->node.at[first];
	size_t n = 0;
	memset(seen, 0, sizeof seen);
	struct facts none = with_node((struct facts){0}, begin);
	if (begin->waits && violates(q, begin, none))
		return true;
	todo[n++] = first << FACT_BITS | pack(none);
	while (n) {
		uint32_t at = todo[--n], node = at >> FACT_BITS;
		struct facts f = unpack(at & ((1u << FACT_BITS) - 1));
		for (size_t i = 0; i < g->edge.n; i++) {
			const struct graph_edge *e = &g->edge.at[i];
			if (e->from != node || !may_take(q, e))
				continue;
			struct facts then = with_node(f, &g->node.at[e->to]);
			then.moved |= 1u << e->tid;
			if (e->to == first && violates(q, begin, then))
				return true;
			if (!seen[e->to][pack(then)]) {
				seen[e->to][pack(then)] = true;
				todo[n++] = e->to << FACT_BITS | pack(then);
			}
		}
	}
	return false;
}

static void reach(const struct state_graph *g, bool *reached) {
	memset(reached, 0, MOST_NODES);
	reached[0] = true;
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < g->edge.n; i++)
			if (reached[g->edge.at[i].from] && !reached[g->edge.at[i].to])
				reached[g->edge.at[i].to] = more = true;
	}
}

/* Does a call of the thread take more steps than asked for?  By counting along all walks. */
static bool takes_long(const struct state_graph *g, const struct cycles_query *q, uint32_t of,
                       const bool *reached) {
	bool at[MOST_NODES][8] = {{false}};
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < g->edge.n; i++) {
			const struct graph_edge *e = &g->edge.at[i];
			bool was = g->node.at[e->from].busy >> of & 1, is = g->node.at[e->to].busy >> of & 1;
			uint32_t step = e->tid == of && !(e->marks & GRAPH_SILENT);
			if (!reached[e->from] || (e->marks & GRAPH_UNFAIR && !q->unfair_environment))
				continue;
			for (uint32_t k = 0; k <= q->steps; k++) {
				if (was ? !at[e->from][k] : k > 0)
					continue;
				uint32_t now = was ? k + step : e->tid == of ? step : 0;
				if ((was || (is && e->tid == of)) && now > q->steps)
					return true;
				if (is && (was || e->tid == of) && !at[e->to][now])
					at[e->to][now] = more = true;
			}
		}
	}
	return false;
}

static bool is_violated(const struct state_graph *g, const struct cycles_query *q) {
	bool reached[MOST_NODES];
	reach(g, reached);
	bool each = q->kind == PROGRESS_WAIT_FREE || q->kind == PROGRESS_OBSTRUCTION_FREE ||
	            q->kind == PROGRESS_STARVATION_FREE;
	bool fair = q->kind >= PROGRESS_LIVENESS || q->kind <= PROGRESS_STARVATION_FREE;
	for (uint32_t of = 0; of < (each ? nthreads : 1); of++) {
		for (uint32_t i = 1; i < g->node.n; i++)
			for (int strongly = 0; strongly <= (fair && !q->unfair_environment); strongly++)
				if (reached[i] && walk_from(g, &(struct question){q, of, strongly}, i))
					return true;
		if (q->kind == PROGRESS_WAIT_FREE && q->steps && takes_long(g, q, of, reached))
			return true;
	}
	return false;
}

/* --- Lassos. --- */

static bool is_lasso(const struct state_graph *g, const struct cycles_query *q,
                     const struct graph_lasso *l) {
	uint32_t node = 0;
	for (size_t i = 0; i < l->stem.n; i++) {
		if (g->edge.at[l->stem.at[i]].from != node)
			return false;
		node = g->edge.at[l->stem.at[i]].to;
	}
	if (!l->has_loop)
		return !l->loop.n;
	uint32_t first = node;
	bool weakly = true, strongly = true;
	struct question w = {q, l->tid, false}, s = {q, l->tid, true};
	struct facts f = with_node((struct facts){0}, &g->node.at[node]);
	for (size_t i = 0; i < l->loop.n; i++) {
		const struct graph_edge *e = &g->edge.at[l->loop.at[i]];
		if (e->from != node)
			return false;
		weakly &= may_take(&w, e);
		strongly &= may_take(&s, e);
		node = e->to;
		f = with_node(f, &g->node.at[node]);
		f.moved |= 1u << e->tid;
	}
	return node == first && ((weakly && violates(&w, &g->node.at[node], f)) ||
	                         (strongly && violates(&s, &g->node.at[node], f)));
}

static unsigned nviolated[PROGRESS_TERMINATION + 1], nlong;

static void compare(const struct state_graph *g, enum progress_kind kind) {
	struct cycles_query q = {.kind = kind, .unfair_environment = !below(4)};
	if (kind == PROGRESS_WAIT_FREE && below(2))
		q.steps = 1 + below(3);
	struct graph_lasso lasso;
	bool found = cycles_find(g, &q, &lasso);
	CHECK(found == is_violated(g, &q));
	CHECK(!found || is_lasso(g, &q, &lasso));
	nviolated[kind] += found;
	nlong += found && !lasso.has_loop;
	graph_lasso_free(&lasso);
}

int main(void) {
	srand(34);
	for (int i = 0; i < GRAPHS; i++) {
		struct state_graph g;
		bool is_client = i % 3 != 0;
		random_graph(&g, is_client);
		if (is_client)
			for (int k = PROGRESS_DEADLOCK_FREE; k < PROGRESS_LIVENESS; k++)
				compare(&g, (enum progress_kind)k);
		else
			compare(&g, below(2) ? PROGRESS_LIVENESS : PROGRESS_TERMINATION);
		graph_close(&g);
	}
	/* Each answer is given now and then. */
	for (int k = PROGRESS_DEADLOCK_FREE; k <= PROGRESS_TERMINATION; k++)
		CHECK(nviolated[k] > 20 && nviolated[k] < GRAPHS * 2 / 3 - 20);
	CHECK(nlong > 20);
	return check_done("cycles");
}
