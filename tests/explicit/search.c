#include "tests/explicit/search.h"

#include <stdio.h>
#include <string.h>

#include "util/text/diag.h"

#define NO_COST UINT32_MAX
#define NOBODY                                                                                     \
	MAX_THREADS /* no thread: a store that reaches memory; what is found in the state itself */

struct edge {
	uint32_t to;
	uint8_t tid; /* who steps */
};

struct found {
	uint32_t violation; /* by its number */
	uint8_t tid;        /* in whose step */
};

struct node {
	uint8_t *bytes; /* packed state */
	size_t n;
	uint64_t hash;
	size_t edge, nedges, found, nfound; /* parts of the lists below */
	uint8_t enabled, choice;            /* a bit for each thread */
};

struct queue { /* pairs of a node and the thread that ran last */
	VEC(uint64_t) list;
};

struct walk {
	struct search *s;
	struct arena *arena; /* of the nodes' bytes */
	VEC(struct node) node;
	VEC(struct edge) edge;
	VEC(struct found) found;
	uint32_t *table; /* open addressing: index + 1, or 0 */
	size_t size;     /* of the table, a power of two */
	struct state st, trial;
	struct choices choices;
	struct findings findings, ignored;
	blob scratch;
};

/* A pass over the graph, for one kind of costs. */
struct pass {
	struct walk *w;
	enum cost kind;
	uint32_t *cost;          /* of each pair */
	struct queue now, later; /* cost of the level, and one more */
};

/* --- The set of nodes. --- */

static uint64_t hash_bytes(const uint8_t *at, size_t n) {
	uint64_t h = n, word;
	for (; n >= 8; n -= 8, at += 8) {
		memcpy(&word, at, 8);
		h = map_hash(h ^ word);
	}
	word = 0;
	memcpy(&word, at, n);
	return map_hash(h ^ word);
}

static void grow(struct walk *w) {
	mem_free(w->table);
	w->size = w->size ? 2 * w->size : 1024;
	w->table = mem_alloc(w->size * sizeof *w->table);
	for (uint32_t i = 0; i < w->node.n; i++) {
		size_t at = w->node.at[i].hash & (w->size - 1);
		while (w->table[at])
			at = (at + 1) & (w->size - 1);
		w->table[at] = i + 1;
	}
}

/* The node of the bytes in scratch. */
static uint32_t find_node(struct walk *w) {
	if (2 * (w->node.n + 1) > w->size)
		grow(w);
	uint64_t hash = hash_bytes(w->scratch.at, w->scratch.n);
	size_t at = hash & (w->size - 1);
	for (; w->table[at]; at = (at + 1) & (w->size - 1)) {
		const struct node *node = &w->node.at[w->table[at] - 1];
		if (node->hash == hash && node->n == w->scratch.n &&
		    !memcmp(node->bytes, w->scratch.at, node->n))
			return w->table[at] - 1;
	}
	struct node new = {.n = w->scratch.n, .hash = hash};
	new.bytes = arena_copy(w->arena, w->scratch.at, w->scratch.n);
	vec_push(&w->node, new);
	w->table[at] = (uint32_t)w->node.n;
	if (++w->s->states > w->s->max_states)
		unsupported(NO_LOC, "more states than --max-states");
	return (uint32_t)w->node.n - 1;
}

/* The step of a thread leads to the current state of w->st. */
static void reach(struct walk *w, uint32_t tid) {
	state_pack(&w->st, &w->scratch);
	struct edge e = {.to = find_node(w), .tid = (uint8_t)tid};
	vec_push(&w->edge, e);
}

/* --- Violations. --- */

static uint32_t violation_of(struct search *s, const struct finding *f) {
	for (size_t i = 0; i < s->violation.n; i++)
		if (finding_same(&s->violation.at[i].finding, f))
			return (uint32_t)i;
	struct violation v = {.finding = *f, .cost = {NO_COST, NO_COST}};
	vec_push(&s->violation, v);
	return (uint32_t)s->violation.n - 1;
}

static void note_findings(struct walk *w, uint32_t tid) {
	for (size_t i = 0; i < w->findings.list.n; i++) {
		struct found f = {.violation = violation_of(w->s, &w->findings.list.at[i]),
		                  .tid = (uint8_t)tid};
		w->s->violation.at[f.violation].count++;
		vec_push(&w->found, f);
	}
	w->findings.list.n = 0;
}

/* --- The graph: what each thread can do in each state. --- */

static void try_thread(struct walk *w, const uint8_t *from, uint32_t tid) {
	struct step step = {.st = &w->st, .choices = &w->choices, .findings = &w->findings};
	w->choices.digit.n = w->choices.used = 0;
	do {
		state_unpack(&w->st, from);
		bool goes_on = step_run(&step, tid);
		note_findings(w, tid);
		if (goes_on)
			reach(w, tid);
	} while (choices_next(&w->choices));
}

static void try_buffers(struct walk *w, const uint8_t *from) {
	state_unpack(&w->st, from);
	for (uint32_t t = 0; t < w->st.nthreads; t++)
		for (size_t i = 0; i < w->st.thread[t].buffer.n; i++) {
			if (!state_may_flush(&w->st, t, i))
				continue;
			state_flush(&w->st, t, i);
			reach(w, NOBODY);
			state_unpack(&w->st, from);
		}
}

/* Has the thread ever run? */
static bool has_begun(const struct state *st, uint32_t tid) {
	const struct thread *t = &st->thread[tid];
	return !tid || t->frame.n != 1 || t->frame.at[0].pc != 0;
}

/* A change of the running thread counts unless there is nobody else to go on with; whoever has
 * begun need not share that with those that have not. */
static bool counts(const struct state *st, const bool *enabled, uint32_t tid) {
	bool begun = has_begun(st, tid);
	for (uint32_t t = 0; t < st->nthreads; t++)
		if (t != tid && enabled[t] && (!begun || has_begun(st, t)))
			return true;
	return false;
}

static void expand(struct walk *w, uint32_t ix) {
	bool enabled[MAX_THREADS] = {0};
	struct node node = w->node.at[ix];
	node.edge = w->edge.n;
	node.found = w->found.n;
	state_unpack(&w->st, node.bytes);
	uint32_t n = w->st.nthreads;
	for (uint32_t t = 0; t < n; t++) {
		enabled[t] = step_is_enabled(&w->st, t);
		node.enabled |= (uint8_t)(enabled[t] << t);
	}
	for (uint32_t t = 0; t < n; t++)
		node.choice |= (uint8_t)(counts(&w->st, enabled, t) << t);
	step_find_deadlock(&w->st, enabled, &w->findings);
	struct step here = {.st = &w->st, .findings = &w->findings};
	struct step probe = {.st = &w->trial, .choices = &w->choices, .findings = &w->ignored};
	step_find_races(&here, &probe, node.bytes, enabled);
	note_findings(w, NOBODY);
	for (uint32_t t = 0; t < n; t++)
		if (enabled[t])
			try_thread(w, node.bytes, t);
	if (w->s->limits.buffers)
		try_buffers(w, node.bytes);
	node.nedges = w->edge.n - node.edge;
	node.nfound = w->found.n - node.found;
	w->node.at[ix] = node;
}

/* --- Costs. --- */

/* What it costs that 'tid' steps in the node when 'last' ran last.  A store that reaches memory is
 * no change of the running thread. */
static uint32_t cost_of(const struct pass *p, const struct node *node, uint32_t last,
                        uint32_t tid) {
	if (tid == NOBODY || tid == last)
		return 0;
	return p->kind == COST_CONTEXTS ? node->choice >> tid & 1 : node->enabled >> last & 1;
}

static void reach_pair(struct pass *p, uint32_t ix, uint32_t last, uint32_t cost, bool more) {
	uint64_t pair = (uint64_t)ix * MAX_THREADS + last;
	if (p->cost[pair] <= cost)
		return;
	p->cost[pair] = cost;
	if (more)
		vec_push(&p->later.list, pair);
	else
		vec_push(&p->now.list, pair);
}

static void visit_pair(struct pass *p, uint32_t ix, uint32_t last, uint32_t cost) {
	struct walk *w = p->w;
	const struct node *node = &w->node.at[ix];
	for (size_t i = node->found; i < node->found + node->nfound; i++) {
		struct violation *v = &w->s->violation.at[w->found.at[i].violation];
		uint32_t total = cost + cost_of(p, node, last, w->found.at[i].tid);
		if (total < v->cost[p->kind])
			v->cost[p->kind] = total;
	}
	for (size_t i = node->edge; i < node->edge + node->nedges; i++) {
		struct edge e = w->edge.at[i];
		uint32_t more = cost_of(p, node, last, e.tid);
		reach_pair(p, e.to, e.tid == NOBODY ? last : e.tid, cost + more, more);
	}
}

static void find_costs(struct walk *w, enum cost kind) {
	size_t size = w->node.n * MAX_THREADS * sizeof(uint32_t);
	struct pass p = {.w = w, .kind = kind, .cost = mem_alloc(size)};
	memset(p.cost, 0xff, size); /* NO_COST */
	reach_pair(&p, 0, 0, 0, false);
	for (uint32_t level = 0;; level++) {
		while (p.now.list.n) {
			uint64_t pair = vec_pop(&p.now.list);
			if (p.cost[pair] == level) /* not less: it was visited then */
				visit_pair(&p, (uint32_t)(pair / MAX_THREADS), pair % MAX_THREADS, level);
		}
		if (!p.later.list.n)
			break;
		struct queue empty = p.now;
		p.now = p.later;
		p.later = empty;
	}
	vec_free(&p.now.list);
	vec_free(&p.later.list);
	mem_free(p.cost);
}

void search_run(struct search *s) {
	struct walk w = {.s = s, .arena = arena_open()};
	w.choices.values = s->values;
	struct step step = {.choices = &w.choices, .findings = &w.findings};
	struct state *both[] = {&w.trial, &w.st};
	for (int i = 0; i < 2; i++) {
		state_init(both[i], s->prog);
		both[i]->limits = &s->limits;
		step.st = both[i];
		step_initialise(&step);
	}
	if (w.choices.used)
		unsupported(NO_LOC, "an arbitrary initial value");
	state_pack(&w.st, &w.scratch);
	find_node(&w);
	for (uint32_t ix = 0; ix < w.node.n; ix++)
		expand(&w, ix);
	for (int kind = 0; kind < COST_N; kind++)
		find_costs(&w, (enum cost)kind);
	state_free(&w.st);
	state_free(&w.trial);
	vec_free(&w.node);
	vec_free(&w.edge);
	vec_free(&w.found);
	vec_free(&w.choices.digit);
	vec_free(&w.findings.list);
	vec_free(&w.ignored.list);
	vec_free(&w.scratch);
	mem_free(w.table);
	arena_close(w.arena);
}
