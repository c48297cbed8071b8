#include "tests/explicit/search.h"

#include <stdio.h>
#include <string.h>

#include "util/diag.h"

#define NO_COST UINT32_MAX

struct node {
	uint8_t *bytes; /* packed state, then the number of the thread that ran last */
	size_t n;
	uint64_t hash;
	uint32_t cost;
	bool done;
};

struct queue { /* nodes by index */
	VEC(uint32_t) list;
};

struct walk {
	struct search *s;
	enum cost kind;
	struct arena *arena; /* of the nodes' bytes */
	VEC(struct node) node;
	uint32_t *table;         /* open addressing: index + 1, or 0 */
	size_t size;             /* of the table, a power of two */
	struct queue now, later; /* cost of the level, and one more */
	uint32_t level;
	struct state st, trial;
	struct choices choices;
	struct findings findings, ignored;
	blob scratch;
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

/* The node of the bytes in scratch, new ones with no cost yet. */
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
	struct node new = {.n = w->scratch.n, .hash = hash, .cost = NO_COST};
	new.bytes = arena_copy(w->arena, w->scratch.at, w->scratch.n);
	vec_push(&w->node, new);
	w->table[at] = (uint32_t)w->node.n;
	if (++w->s->states > w->s->max_states)
		unsupported(NO_LOC, "more states than --max-states");
	return (uint32_t)w->node.n - 1;
}

/* The current state of w->st is reached with this cost. */
static void reach(struct walk *w, uint32_t last, uint32_t cost) {
	state_pack(&w->st, &w->scratch);
	vec_push(&w->scratch, (uint8_t)last);
	uint32_t ix = find_node(w);
	struct node *node = &w->node.at[ix];
	if (node->cost <= cost)
		return;
	node->cost = cost;
	if (cost == w->level)
		vec_push(&w->now.list, ix);
	else
		vec_push(&w->later.list, ix);
}

/* --- Violations. --- */

static void note(struct search *s, const struct finding *f, enum cost kind, uint32_t cost) {
	for (size_t i = 0; i < s->violation.n; i++) {
		struct violation *v = &s->violation.at[i];
		if (!finding_same(&v->finding, f))
			continue;
		if (cost < v->cost[kind])
			v->cost[kind] = cost;
		v->count += kind == COST_CONTEXTS;
		return;
	}
	struct violation v = {.finding = *f, .cost = {NO_COST, NO_COST}, .count = 1};
	v.cost[kind] = cost;
	vec_push(&s->violation, v);
}

static void note_findings(struct walk *w, uint32_t cost) {
	for (size_t i = 0; i < w->findings.list.n; i++)
		note(w->s, &w->findings.list.at[i], w->kind, cost);
	w->findings.list.n = 0;
}

/* --- The walk. --- */

static void try_thread(struct walk *w, const struct node *from, uint32_t tid, uint32_t cost) {
	struct step step = {.st = &w->st, .choices = &w->choices, .findings = &w->findings};
	w->choices.digit.n = w->choices.used = 0;
	do {
		state_unpack(&w->st, from->bytes);
		bool goes_on = step_run(&step, tid);
		note_findings(w, cost);
		if (goes_on)
			reach(w, tid, cost);
	} while (choices_next(&w->choices));
}

/* A store that reaches memory is no change of the running thread. */
static void try_buffers(struct walk *w, const struct node *from, uint32_t last) {
	state_unpack(&w->st, from->bytes);
	for (uint32_t t = 0; t < w->st.nthreads; t++)
		for (size_t i = 0; i < w->st.thread[t].buffer.n; i++) {
			if (!state_may_flush(&w->st, t, i))
				continue;
			state_flush(&w->st, t, i);
			reach(w, last, from->cost);
			state_unpack(&w->st, from->bytes);
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

static void expand(struct walk *w, struct node node) {
	bool enabled[MAX_THREADS] = {0}, choice[MAX_THREADS] = {0};
	uint32_t last = node.bytes[node.n - 1];
	state_unpack(&w->st, node.bytes);
	for (uint32_t t = 0; t < w->st.nthreads; t++)
		enabled[t] = step_is_enabled(&w->st, t);
	for (uint32_t t = 0; t < w->st.nthreads; t++)
		choice[t] = counts(&w->st, enabled, t);
	step_find_deadlock(&w->st, enabled, &w->findings);
	struct step here = {.st = &w->st, .findings = &w->findings};
	struct step probe = {.st = &w->trial, .choices = &w->choices, .findings = &w->ignored};
	step_find_races(&here, &probe, node.bytes, enabled);
	note_findings(w, node.cost);
	uint32_t n = w->st.nthreads;
	for (uint32_t t = 0; t < n; t++) {
		bool costs = t != last && (w->kind == COST_CONTEXTS ? choice[t] : enabled[last]);
		if (enabled[t])
			try_thread(w, &node, t, node.cost + costs);
	}
	if (w->s->limits.buffers)
		try_buffers(w, &node, last);
}

static void walk(struct search *s, enum cost kind) {
	struct walk w = {.s = s, .kind = kind, .arena = arena_open()};
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
	reach(&w, 0, 0);
	for (;; w.level++) {
		while (w.now.list.n) {
			struct node *node = &w.node.at[vec_pop(&w.now.list)];
			if (node->done)
				continue;
			node->done = true;
			expand(&w, *node);
		}
		if (!w.later.list.n)
			break;
		struct queue empty = w.now;
		w.now = w.later;
		w.later = empty;
	}
	state_free(&w.st);
	state_free(&w.trial);
	vec_free(&w.node);
	vec_free(&w.now.list);
	vec_free(&w.later.list);
	vec_free(&w.choices.digit);
	vec_free(&w.findings.list);
	vec_free(&w.ignored.list);
	vec_free(&w.scratch);
	mem_free(w.table);
	arena_close(w.arena);
}

void search_run(struct search *s) {
	for (int kind = 0; kind < COST_N; kind++)
		walk(s, (enum cost)kind);
}
