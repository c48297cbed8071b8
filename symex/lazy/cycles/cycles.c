#include "symex/lazy/cycles/cycles.h"

#include <string.h>

#define NONE UINT32_MAX

struct filter {            /* the edges that may be on a cycle */
	unsigned without;      /* none with one of these marks */
	uint32_t returns_of;   /* no return of this thread; NONE: any */
	uint32_t only;         /* only edges of this thread; NONE: of all */
	const uint8_t *absent; /* by node: it is left out; or NULL */
};

struct scc { /* sets of threads: in one of its nodes, or in all that are edges inside */
	uint32_t nthreads;
	uint64_t moves, waits, idle, ended, enabled, busy, server;
};

struct search { /* of a graph, whose edges are sorted by the node in which they begin */
	const struct state_graph *g;
	const struct cycles_query *q;
	struct filter filter;
	uint32_t *first, *out; /* edges out[first[node]] ... of each node */
	uint32_t *of;          /* by node: its component */
	uint32_t ncomponents;  /* they are numbered from the last one of the graph to the first */
	struct scc *component;
	uint32_t *index, *low, *stack, *path, *next; /* of Tarjan's algorithm */
};

static uint64_t bit(uint32_t tid) {
	return UINT64_C(1) << tid;
}

static uint64_t all_threads(uint32_t n) {
	return n >= GRAPH_THREADS ? UINT64_MAX : bit(n) - 1;
}

static uint32_t first_thread(uint64_t set) {
	uint32_t tid = 0;
	while (tid < GRAPH_THREADS - 1 && !(set >> tid & 1))
		tid++;
	return tid;
}

static uint32_t *numbers(size_t n) {
	return mem_alloc((n + 1) * sizeof(uint32_t));
}

static void search_open(struct search *s, const struct state_graph *g,
                        const struct cycles_query *q) {
	size_t n = g->node.n;
	*s = (struct search){.g = g, .q = q};
	s->first = numbers(n + 1);
	s->out = numbers(g->edge.n);
	for (size_t i = 0; i < g->edge.n; i++)
		s->first[g->edge.at[i].from + 1]++;
	for (size_t i = 0; i < n; i++)
		s->first[i + 1] += s->first[i];
	s->next = numbers(n);
	memcpy(s->next, s->first, n * sizeof *s->next);
	for (size_t i = 0; i < g->edge.n; i++)
		s->out[s->next[g->edge.at[i].from]++] = (uint32_t)i;
	s->of = numbers(n);
	s->index = numbers(n);
	s->low = numbers(n);
	s->stack = numbers(n);
	s->path = numbers(n);
	s->component = mem_alloc((n + 1) * sizeof *s->component);
}

static void search_close(struct search *s) {
	uint32_t *all[] = {s->first, s->out, s->next, s->of, s->index, s->low, s->stack, s->path};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		mem_free(all[i]);
	mem_free(s->component);
}

static bool is_kept(const struct search *s, const struct graph_edge *e) {
	const struct filter *f = &s->filter;
	if (e->marks & f->without || (f->only != NONE && e->tid != f->only))
		return false;
	if (e->tid == f->returns_of && e->marks & GRAPH_RETURNS)
		return false;
	return !f->absent || !(f->absent[e->from] | f->absent[e->to]);
}

/* --- Tarjan's algorithm, without recursion. --- */

/* Takes the component off the stack that begins at 'node'. */
static void complete(struct search *s, uint32_t node, uint32_t *nstack) {
	uint32_t v;
	do {
		v = s->stack[--*nstack];
		s->of[v] = s->ncomponents;
	} while (v != node);
	s->ncomponents++;
}

static void components_from(struct search *s, uint32_t root, uint32_t *visited) {
	uint32_t nstack = 0, npath = 0;
	for (s->path[npath++] = root; npath;) {
		uint32_t v = s->path[npath - 1];
		if (!s->index[v]) {
			s->index[v] = s->low[v] = ++*visited;
			s->next[v] = s->first[v];
			s->stack[nstack++] = v;
		}
		uint32_t into = NONE;
		while (s->next[v] < s->first[v + 1] && into == NONE) {
			const struct graph_edge *e = &s->g->edge.at[s->out[s->next[v]++]];
			if (!is_kept(s, e))
				continue;
			if (!s->index[e->to])
				into = e->to;
			else if (s->of[e->to] == NONE && s->index[e->to] < s->low[v])
				s->low[v] = s->index[e->to];
		}
		if (into != NONE) {
			s->path[npath++] = into;
			continue;
		}
		npath--;
		if (npath && s->low[v] < s->low[s->path[npath - 1]])
			s->low[s->path[npath - 1]] = s->low[v];
		if (s->low[v] == s->index[v])
			complete(s, v, &nstack);
	}
}

static void add_node(struct scc *c, const struct graph_node *n) {
	c->nthreads = n->nthreads;
	c->waits |= n->waits;
	c->idle |= n->idle;
	c->ended |= n->ended;
	c->enabled |= n->enabled;
	c->busy |= n->busy;
	c->server |= n->server;
}

static void find_components(struct search *s) {
	const struct state_graph *g = s->g;
	uint32_t visited = 0;
	s->ncomponents = 0;
	for (size_t i = 0; i < g->node.n; i++) {
		s->index[i] = 0;
		s->of[i] = NONE;
	}
	for (uint32_t i = 0; i < g->node.n; i++)
		if (!s->index[i])
			components_from(s, i, &visited);
	memset(s->component, 0, s->ncomponents * sizeof *s->component);
	for (size_t i = 0; i < g->node.n; i++)
		if (!s->filter.absent || !s->filter.absent[i])
			add_node(&s->component[s->of[i]], &g->node.at[i]);
	for (size_t i = 0; i < g->edge.n; i++) {
		const struct graph_edge *e = &g->edge.at[i];
		if (s->of[e->from] == s->of[e->to] && is_kept(s, e))
			s->component[s->of[e->from]].moves |= bit(e->tid);
	}
}

/* --- Walks. --- */

struct graph_walk {    /* from a node to the next place that is wanted */
	uint32_t in;       /* stays in this component; NONE: anywhere, along all edges */
	uint64_t by_edge;  /* an edge of one of these threads, */
	uint64_t by_wait;  /* a node in which one of these waits, is idle or has ended, */
	const uint8_t *to; /* or a node that is marked; or NULL */
	uint32_t *reached; /* by node: the edge by which it was reached + 1; 0: not */
	uint32_t *queue;
};

typedef VEC(uint32_t) edges;

static uint64_t at_rest(const struct graph_node *n) {
	return n->waits | n->idle | n->ended;
}

static bool is_wanted_node(const struct search *s, const struct graph_walk *w, uint32_t node) {
	return (w->to && w->to[node]) || at_rest(&s->g->node.at[node]) & w->by_wait;
}

/* Adds the path that led to the node. */
static void add_path(const struct search *s, const struct graph_walk *w, uint32_t from,
                     uint32_t node, edges *to) {
	size_t first = to->n;
	for (; node != from; node = s->g->edge.at[w->reached[node] - 1].from)
		vec_push(to, w->reached[node] - 1);
	for (size_t i = first, k = to->n; i + 1 < k; i++, k--) {
		uint32_t edge = to->at[i];
		to->at[i] = to->at[k - 1];
		to->at[k - 1] = edge;
	}
}

/* Walks on, by a shortest way; returns the node at its end, or NONE: there is no way. */
static uint32_t walk_on(const struct search *s, struct graph_walk *w, uint32_t from, edges *to) {
	const struct state_graph *g = s->g;
	size_t n = 0, done = 0;
	if (is_wanted_node(s, w, from))
		return from;
	memset(w->reached, 0, g->node.n * sizeof *w->reached);
	for (w->queue[n++] = from; done < n; done++) {
		uint32_t v = w->queue[done];
		for (uint32_t i = s->first[v]; i < s->first[v + 1]; i++) {
			const struct graph_edge *e = &g->edge.at[s->out[i]];
			if (w->in != NONE && (s->of[e->to] != w->in || !is_kept(s, e)))
				continue;
			if (w->by_edge & bit(e->tid)) {
				add_path(s, w, from, v, to);
				vec_push(to, s->out[i]);
				return e->to;
			}
			if (w->reached[e->to] || e->to == from)
				continue;
			w->reached[e->to] = s->out[i] + 1;
			if (is_wanted_node(s, w, e->to)) {
				add_path(s, w, from, e->to, to);
				return e->to;
			}
			w->queue[n++] = e->to;
		}
	}
	return NONE;
}

static struct graph_walk walk_open(const struct search *s) {
	return (struct graph_walk){
	    .in = NONE, .reached = numbers(s->g->node.n), .queue = numbers(s->g->node.n)};
}

static void walk_close(struct graph_walk *w) {
	mem_free(w->reached);
	mem_free(w->queue);
}

/* What a cycle of a component has to pass: a move of each of these threads, by an edge or, unless
 * strictly, by a node in which it rests. */
struct demand {
	uint64_t threads;
	bool strictly;
};

static uint64_t passed_by(const struct search *s, const edges *loop, size_t first, uint32_t node) {
	uint64_t set = at_rest(&s->g->node.at[node]);
	for (size_t i = first; i < loop->n; i++) {
		const struct graph_edge *e = &s->g->edge.at[loop->at[i]];
		set |= bit(e->tid) | at_rest(&s->g->node.at[e->to]);
	}
	return set;
}

static uint64_t moved_by(const struct search *s, const edges *loop) {
	uint64_t set = 0;
	for (size_t i = 0; i < loop->n; i++)
		set |= bit(s->g->edge.at[loop->at[i]].tid);
	return set;
}

/* The loop, from 'node' back to it. */
static void find_loop(const struct search *s, struct graph_walk *w, uint32_t node, struct demand d,
                      edges *loop) {
	uint32_t at = node;
	w->in = s->of[node];
	w->to = NULL;
	uint64_t left = d.threads;
	while (at != NONE) {
		left &= ~(d.strictly ? moved_by(s, loop) : passed_by(s, loop, 0, node));
		if (!left)
			break;
		w->by_edge = left;
		w->by_wait = d.strictly ? 0 : left;
		at = walk_on(s, w, at, loop);
	}
	uint8_t *back = mem_alloc(s->g->node.n + 1);
	back[node] = 1;
	w->to = back;
	w->by_edge = w->by_wait = 0;
	if (at != NONE)
		walk_on(s, w, at, loop);
	mem_free(back);
}

/* --- The properties. --- */

static bool is_fair(const struct scc *c) {
	uint64_t all = all_threads(c->nthreads);
	return (c->moves | c->waits) && !(all & ~(c->moves | c->waits | c->idle | c->ended));
}

/* The threads that violate the property by this component.  of: the thread that the components are
 * about; or NONE. */
static uint64_t violators(const struct search *s, const struct scc *c, uint32_t of) {
	uint64_t all = all_threads(c->nthreads), open = all & ~c->ended;
	uint64_t one = of == NONE ? all : bit(of);
	switch (s->q->kind) {
	case PROGRESS_NONE: return 0;
	case PROGRESS_LOCK_FREE:
	case PROGRESS_WAIT_FREE:
	case PROGRESS_OBSTRUCTION_FREE: return (c->moves | c->waits) & c->busy & one;
	case PROGRESS_DEADLOCK_FREE:
	case PROGRESS_STARVATION_FREE: return is_fair(c) ? c->busy & one : 0;
	case PROGRESS_LIVENESS: return is_fair(c) ? open & ~c->server : 0;
	case PROGRESS_TERMINATION: return is_fair(c) ? open : 0;
	}
	return 0;
}

static bool asks_each(enum progress_kind k) {
	return k == PROGRESS_WAIT_FREE || k == PROGRESS_OBSTRUCTION_FREE ||
	       k == PROGRESS_STARVATION_FREE;
}

static bool is_about_fairness(enum progress_kind k) {
	return k == PROGRESS_DEADLOCK_FREE || k == PROGRESS_STARVATION_FREE || k == PROGRESS_LIVENESS ||
	       k == PROGRESS_TERMINATION;
}

static struct filter filter_of(const struct search *s, uint32_t of) {
	struct filter f = {.returns_of = NONE, .only = NONE};
	if (!s->q->unfair_environment)
		f.without = GRAPH_UNFAIR | (is_about_fairness(s->q->kind) ? GRAPH_TIMEOUT : 0);
	switch (s->q->kind) {
	case PROGRESS_LOCK_FREE:
	case PROGRESS_DEADLOCK_FREE: f.without |= GRAPH_RETURNS; break;
	case PROGRESS_OBSTRUCTION_FREE:
		f.without |= GRAPH_RETURNS;
		f.only = of;
		break;
	case PROGRESS_WAIT_FREE:
	case PROGRESS_STARVATION_FREE: f.returns_of = of; break;
	case PROGRESS_NONE:
	case PROGRESS_LIVENESS:
	case PROGRESS_TERMINATION: break;
	}
	return f;
}

/* What a cycle of the component must pass to violate the property. */
static struct demand demand_of(const struct search *s, const struct scc *c, uint32_t tid,
                               bool strictly) {
	if (!is_about_fairness(s->q->kind))
		return (struct demand){bit(tid), false};
	return strictly ? (struct demand){c->moves, true}
	                : (struct demand){all_threads(c->nthreads), false};
}

/* The thread that the violation is told of: rather one that goes on than one that waits for it,
 * rather another one than main, which joins it. */
static uint32_t told_thread(const struct search *s, const struct scc *c, uint32_t of) {
	uint64_t all = violators(s, c, of);
	if (all & c->moves)
		all &= c->moves;
	return first_thread(all & ~bit(0) ? all & ~bit(0) : all);
}

/* The nearest node of a component that violates the property; then the lasso. */
static bool find_lasso(struct search *s, uint32_t of, bool strictly, struct graph_lasso *lasso) {
	uint8_t *bad = mem_alloc(s->ncomponents + 1), *to = mem_alloc(s->g->node.n + 1);
	bool any = false;
	for (uint32_t i = 0; i < s->ncomponents; i++)
		any |= bad[i] = violators(s, &s->component[i], of) != 0;
	for (size_t i = 1; i < s->g->node.n && any; i++)
		to[i] = bad[s->of[i]] && !(s->filter.absent && s->filter.absent[i]);
	if (any) {
		struct graph_walk w = walk_open(s);
		w.to = to;
		edges stem = {0}, loop = {0};
		uint32_t node = walk_on(s, &w, 0, &stem);
		any = node != NONE;
		if (any) {
			const struct scc *c = &s->component[s->of[node]];
			lasso->tid = told_thread(s, c, of);
			lasso->has_loop = true;
			find_loop(s, &w, node, demand_of(s, c, lasso->tid, strictly), &loop);
		}
		for (size_t i = 0; i < stem.n; i++)
			vec_push(&lasso->stem, stem.at[i]);
		for (size_t i = 0; i < loop.n; i++)
			vec_push(&lasso->loop, loop.at[i]);
		vec_free(&stem);
		vec_free(&loop);
		walk_close(&w);
	}
	mem_free(bad);
	mem_free(to);
	return any;
}

/* Marks the nodes in which a thread is enabled that does not move in their component.  false: there
 * is none. */
static bool drop_unfair(const struct search *s, uint8_t *absent) {
	bool any = false;
	for (size_t i = 0; i < s->g->node.n; i++) {
		const struct graph_node *n = &s->g->node.at[i];
		const struct scc *c = &s->component[s->of[i]];
		if (!absent[i] && n->enabled & ~(c->moves | c->idle | c->ended))
			absent[i] = any = true;
	}
	return any;
}

static bool has_timeouts(const struct state_graph *g) {
	for (size_t i = 0; i < g->edge.n; i++)
		if (g->edge.at[i].marks & GRAPH_TIMEOUT)
			return true;
	return false;
}

/* Cycles with timeouts, which are strongly fair. */
static bool find_strongly(struct search *s, uint32_t of, struct graph_lasso *lasso) {
	uint8_t *absent = mem_alloc(s->g->node.n + 1);
	s->filter.without &= ~(unsigned)GRAPH_TIMEOUT;
	s->filter.absent = absent;
	do
		find_components(s);
	while (drop_unfair(s, absent));
	bool found = find_lasso(s, of, true, lasso);
	mem_free(absent);
	return found;
}

/* --- At most N steps. --- */

struct longest { /* calls of thread 'of' */
	uint32_t of;
	uint32_t *most;   /* by component: steps of the call that are still to come */
	uint32_t *choice; /* by component: the edge with which these begin + 1 */
};

static uint32_t weight(const struct graph_edge *e, uint32_t of) {
	return e->tid == of && !(e->marks & GRAPH_SILENT);
}

static bool ends_call(const struct graph_edge *e, uint32_t of) {
	return e->tid == of && e->marks & GRAPH_RETURNS;
}

/* Components have numbers from the last to the first, so that those after one are done. */
static void find_longest(const struct search *s, struct longest *l) {
	const struct state_graph *g = s->g;
	uint32_t *first = numbers(s->ncomponents + 1);
	for (size_t i = 0; i < g->edge.n; i++)
		first[s->of[g->edge.at[i].from] + 1]++;
	for (uint32_t i = 0; i < s->ncomponents; i++)
		first[i + 1] += first[i];
	uint32_t *sorted = numbers(g->edge.n), *next = numbers(s->ncomponents);
	memcpy(next, first, s->ncomponents * sizeof *next);
	for (size_t i = 0; i < g->edge.n; i++)
		sorted[next[s->of[g->edge.at[i].from]]++] = (uint32_t)i;
	for (uint32_t c = 0; c < s->ncomponents; c++)
		for (uint32_t i = first[c]; i < first[c + 1]; i++) {
			const struct graph_edge *e = &g->edge.at[sorted[i]];
			bool ends = ends_call(e, l->of);
			if (!(g->node.at[e->from].busy & bit(l->of)) || e->marks & s->filter.without ||
			    (!ends && s->of[e->to] == c))
				continue;
			uint32_t n = weight(e, l->of) + (ends ? 0 : l->most[s->of[e->to]]);
			if (n > l->most[c]) {
				l->most[c] = n;
				l->choice[c] = sorted[i] + 1;
			}
		}
	mem_free(first);
	mem_free(sorted);
	mem_free(next);
}

/* Adds a way to the node: inside its component, or anywhere. */
static bool add_way(const struct search *s, uint32_t in, uint32_t from, uint32_t node, edges *to) {
	struct graph_walk w = walk_open(s);
	uint8_t *marked = mem_alloc(s->g->node.n + 1);
	marked[node] = 1;
	w.in = in;
	w.to = marked;
	bool found = walk_on(s, &w, from, to) != NONE;
	walk_close(&w);
	mem_free(marked);
	return found;
}

/* The steps of a call that takes too many, from the edge on that begins it.  Before the next step
 * of the thread, others may have to go some way in the component.  false: no execution begins it.
 */
static bool add_call(const struct search *s, const struct longest *l, uint32_t begins,
                     struct graph_lasso *lasso) {
	const struct graph_edge *e = &s->g->edge.at[begins];
	edges path = {0};
	if (!add_way(s, NONE, 0, e->from, &path))
		return false;
	vec_push(&path, begins);
	uint32_t n = weight(e, l->of), edge = l->choice[s->of[e->to]];
	while (n <= s->q->steps && edge) {
		uint32_t at = e->to;
		e = &s->g->edge.at[edge - 1];
		add_way(s, s->of[at], at, e->from, &path);
		vec_push(&path, edge - 1);
		n += weight(e, l->of);
		edge = ends_call(e, l->of) ? 0 : l->choice[s->of[e->to]];
	}
	for (size_t i = 0; i < path.n; i++)
		vec_push(&lasso->stem, path.at[i]);
	lasso->tid = l->of;
	vec_free(&path);
	return true;
}

/* Requires that no call of the thread goes on for ever: its components are known. */
static bool find_long_call(struct search *s, uint32_t of, struct graph_lasso *lasso) {
	const struct state_graph *g = s->g;
	struct longest l = {of, numbers(s->ncomponents), numbers(s->ncomponents)};
	bool found = false;
	find_longest(s, &l);
	for (uint32_t i = 0; i < g->edge.n && !found; i++) {
		const struct graph_edge *e = &g->edge.at[i];
		bool was_busy = g->node.at[e->from].busy & bit(of);
		bool is_call = e->tid == of && !was_busy && g->node.at[e->to].busy & bit(of);
		if (is_call && !(e->marks & s->filter.without) &&
		    weight(e, of) + l.most[s->of[e->to]] > s->q->steps)
			found = add_call(s, &l, i, lasso);
	}
	mem_free(l.most);
	mem_free(l.choice);
	return found;
}

/* --- The question. --- */

static bool find_for(struct search *s, uint32_t of, struct graph_lasso *lasso) {
	s->filter = filter_of(s, of);
	find_components(s);
	if (find_lasso(s, of, false, lasso))
		return true;
	if (s->q->kind == PROGRESS_WAIT_FREE && s->q->steps && find_long_call(s, of, lasso))
		return true;
	return is_about_fairness(s->q->kind) && s->filter.without & GRAPH_TIMEOUT &&
	       has_timeouts(s->g) && find_strongly(s, of, lasso);
}

bool cycles_find(const struct state_graph *g, const struct cycles_query *q,
                 struct graph_lasso *lasso) {
	struct search s;
	bool found = false;
	uint32_t nthreads = 0;
	*lasso = (struct graph_lasso){.tid = NONE};
	search_open(&s, g, q);
	for (size_t i = 0; i < g->node.n; i++)
		if (g->node.at[i].nthreads > nthreads)
			nthreads = g->node.at[i].nthreads;
	if (!asks_each(q->kind))
		found = find_for(&s, NONE, lasso);
	for (uint32_t tid = 0; tid < nthreads && asks_each(q->kind) && !found; tid++)
		found = find_for(&s, tid, lasso);
	search_close(&s);
	return found;
}

bool cycles_any(const struct state_graph *g) {
	const struct cycles_query q = {.kind = PROGRESS_TERMINATION, .unfair_environment = true};
	struct search s;
	bool any = false;
	search_open(&s, g, &q);
	s.filter = filter_of(&s, NONE);
	find_components(&s);
	for (uint32_t i = 0; i < s.ncomponents; i++)
		any |= s.component[i].moves != 0;
	/* A thread that waits while others go on is no cycle; one where nobody does is. */
	for (size_t i = 0; i < g->node.n; i++)
		any |= g->node.at[i].waits && !g->node.at[i].enabled;
	search_close(&s);
	return any;
}

void graph_lasso_free(struct graph_lasso *l) {
	vec_free(&l->stem);
	vec_free(&l->loop);
}
