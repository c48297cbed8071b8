/* What an edge does, for constants of the explicit parts. */
#include "symex/proof/search/outcome.h"

#include "solvers/model.h"
#include "solvers/rewrite/substitute.h"
#include "symex/config.h"
#include "symex/query/about.h"
#include "symex/query/vc.h"

enum { MAX_VALUES = 6, MAX_VALUES_COUNTING = 3, MAX_OPEN = 16 };

static uint32_t intern_list(struct views *v, uint32_t kind, const uint64_t *value, size_t n,
                            bool *is_new, uint32_t next) {
	uint32_t words[] = {kind, (uint32_t)n, 0, 0}; /* longer than those below: never equal to one */
	uint32_t number = canon_tuple(v->canon, words, 4);
	for (size_t i = 0; i < n; i++) {
		uint32_t more[] = {number, (uint32_t)value[i], (uint32_t)(value[i] >> 32)};
		number = canon_tuple(v->canon, more, 3);
	}
	uint64_t known;
	*is_new = !map_get(&v->intern, number, &known);
	if (!*is_new)
		return (uint32_t)known;
	map_put(&v->intern, number, next);
	return next;
}

static uint32_t intern_local(struct views *v, uint32_t point, const uint64_t *value) {
	bool is_new;
	size_t n = v->r->point.at[point].part.n;
	uint32_t id = intern_list(v, point + 1, value, n, &is_new, (uint32_t)v->local.n);
	if (is_new) {
		struct local l = {point, arena_copy(v->x->pool.arena, value, n * sizeof *value)};
		vec_push(&v->local, l);
	}
	return id;
}

static uint32_t intern_shared(struct views *v, const uint64_t *value) {
	bool is_new;
	uint32_t id = intern_list(v, 0, value, v->r->part.n, &is_new, (uint32_t)v->shared.n);
	if (is_new) {
		size_t bytes = v->r->part.n * sizeof *value;
		vec_push(&v->shared, ((struct shared_values){arena_copy(v->x->pool.arena, value, bytes)}));
		vec_push(&v->group, ((struct view_group){0}));
	}
	return id;
}

/* --- Constants for explicit parts. --- */

struct explicit_constants {
	struct views *v;
	uint32_t shared, local;
};

static term constant(struct terms *ts, const struct part *p, uint64_t value) {
	return value == UNKNOWN_VALUE ? p->var[1] : term_u64(ts, p->width, value);
}

static term fixed_value(void *context, term var) {
	struct explicit_constants *f = context;
	const struct relation *r = f->v->r;
	struct terms *ts = f->v->x->ts;
	uint64_t part;
	if (!map_get(&f->v->part_of_var, var.ix, &part) || f->v->symbolic[part])
		return var;
	const struct part *p = &r->part.at[part];
	if (p->is_shared)
		return constant(ts, p, f->v->shared.at[f->shared].value[part]);
	if (f->local == NO_LOCAL)
		return var;
	const struct local *l = &f->v->local.at[f->local];
	const struct control_point *at = &r->point.at[l->point];
	for (size_t i = 0; i < at->part.n; i++)
		if (at->part.at[i] == part)
			return constant(ts, p, l->value[i]);
	return var; /* not a part here: a value from before, which is arbitrary */
}

/* What the values of predicates say about symbolic parts.  One that became symbolic itself has no
 * value. */
static term predicates_of(struct views *v, uint32_t shared) {
	struct terms *ts = v->x->ts;
	term all = term_true(ts);
	for (uint32_t i = 0; v->predicates && i < v->predicates->n; i++) {
		const struct predicate *p = &v->predicates->at[i];
		uint64_t value = v->shared.at[shared].value[p->part];
		if (value != UNKNOWN_VALUE && !v->symbolic[p->part])
			all = term_and(ts, all, predicate_holds(v->r, p, value));
	}
	return all;
}

term outcome_value(struct views *v, uint32_t shared, uint32_t local, term t) {
	struct explicit_constants f = {v, shared, local};
	struct substitution s = {v->x->ts, fixed_value, &f, 0, false, {0}};
	term fixed = substitute(&s, t);
	substitution_free(&s);
	return fixed;
}

term outcome_fix(struct views *v, uint32_t shared, uint32_t local, term t) {
	return term_and(v->x->ts, outcome_value(v, shared, local, t), predicates_of(v, shared));
}

/* --- Explicit parts after a step. --- */

struct wanted { /* an explicit part after the step: where its value goes, and what it is */
	uint64_t *to;
	term value;
	uint32_t part;
};

struct making {
	struct views *v;
	struct substitution s;
	struct explicit_constants f;
	VEC(struct wanted) open; /* not constant */
	uint64_t *shared;
	uint64_t **own; /* of the thread, then of each new one */
	struct outcomes *out;
};

static void demote(struct views *v, uint32_t part) {
	v->symbolic[part] = true;
	v->restart = true;
}

/* A part that takes many values becomes symbolic, and the search begins again.  Where threads are
 * counted, questions are dear, and it does so earlier. */
static void note_value(struct views *v, uint32_t part, uint64_t value) {
	const struct part *p = &v->r->part.at[part];
	uint32_t words[] = {part, (uint32_t)value, (uint32_t)(value >> 32), 0, 0, 0};
	uint32_t key = canon_tuple(v->canon, words, 6);
	if (p->is_pointer || p->kind == PART_EXISTS || map_get(&v->seen, key, NULL))
		return;
	map_put(&v->seen, key, 1);
	if (++v->values[part] > (v->counters ? MAX_VALUES_COUNTING : MAX_VALUES))
		demote(v, part);
}

/* Does the term consist of values that were never assigned, and of unknown ones? */
static bool is_garbage(struct views *v, term t) {
	struct terms *ts = v->x->ts;
	uint64_t part;
	if (term_kind(ts, t) == TERM_VAR && map_get(&v->part_of_var, t.ix, &part))
		return !v->symbolic[part];
	if (term_kind(ts, t) == TERM_VAR) {
		enum variable_kind kind = variable_kind(ts, t);
		return kind == VARIABLE_MEMORY || kind == VARIABLE_UNINIT;
	}
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		if (!is_garbage(v, term_arg(ts, t, i)))
			return false;
	return true;
}

static void want(struct making *m, uint32_t part, term value, uint64_t *to) {
	term fixed = substitute(&m->s, value);
	if (!term_is_const(m->v->x->ts, fixed) && is_garbage(m->v, fixed)) {
		*to = UNKNOWN_VALUE;
		return;
	}
	if (term_get_u64(m->v->x->ts, fixed, to))
		note_value(m->v, part, *to);
	else
		vec_push(&m->open, ((struct wanted){to, fixed, part}));
}

static uint64_t *want_thread(struct making *m, const struct arrival *a) {
	struct arena *arena = m->v->x->pool.arena;
	uint64_t *own = arena_array(arena, uint64_t, a->nown + 1);
	for (uint32_t i = 0; i < a->nown; i++) {
		own[i] = 0;
		if (!m->v->symbolic[a->own[i].part])
			want(m, a->own[i].part, a->own[i].value, &own[i]);
	}
	return own;
}

static struct outcome_thread make_thread(struct making *m, const struct arrival *a,
                                         const uint64_t *own) {
	struct views *v = m->v;
	struct outcome_thread t = {.local = NO_LOCAL};
	if (a->point == NO_POINT)
		return t;
	struct new_value *value = arena_array(v->x->pool.arena, struct new_value, a->nown + 1);
	for (uint32_t i = 0; i < a->nown; i++)
		if (v->symbolic[a->own[i].part])
			value[t.nown++] =
			    (struct new_value){a->own[i].part, substitute(&m->s, a->own[i].value)};
	t.own = value;
	t.local = intern_local(v, a->point, own);
	return t;
}

static void make_outcome(struct making *m, const struct edge *e, term guard) {
	struct views *v = m->v;
	struct arena *arena = v->x->pool.arena;
	struct edge_outcome o = {.guard = guard, .nspawned = e->nspawned};
	struct new_value *change = arena_array(arena, struct new_value, e->nshared + 1);
	for (uint32_t i = 0; i < e->nshared; i++)
		if (v->symbolic[e->shared[i].part])
			change[o.nchange++] =
			    (struct new_value){e->shared[i].part, substitute(&m->s, e->shared[i].value)};
	o.change = change;
	o.shared = intern_shared(v, m->shared);
	o.to = make_thread(m, &e->to, m->own[0]);
	struct outcome_thread *spawned = arena_array(arena, struct outcome_thread, e->nspawned + 1);
	for (uint32_t i = 0; i < e->nspawned; i++) {
		spawned[i] = make_thread(m, &e->spawned[i], m->own[i + 1]);
		spawned[i].guard = substitute(&m->s, e->spawned[i].guard);
	}
	o.spawned = spawned;
	m->out->writes |= o.nchange || o.shared != m->f.shared;
	vec_push(&m->out->at, o);
}

/* Of the parts that made the combinations many, those with the most values become symbolic. */
static void demote_open(struct making *m, term values[][MAX_OPEN]) {
	uint32_t most = 0, distinct[MAX_OPEN];
	for (size_t i = 0; i < m->open.n; i++) {
		distinct[i] = 0;
		for (int k = 0; k < MAX_VALUES; k++) {
			bool is_new = true;
			for (int j = 0; j < k; j++)
				is_new &= !term_eq(values[j][i], values[k][i]);
			distinct[i] += is_new;
		}
		most = distinct[i] > most ? distinct[i] : most;
	}
	for (size_t i = 0; i < m->open.n; i++)
		if (distinct[i] == most)
			demote(m->v, m->open.at[i].part);
}

/* One outcome for each combination of values that the open parts may have. */
static void enumerate(struct making *m, const struct edge *e, term guard) {
	struct views *v = m->v;
	struct terms *ts = v->x->ts;
	about(v->x, "search for the invariant");
	struct solver *s = v->x->config->solver->open(ts, &v->x->config->solver_config);
	s->ops->add(s, guard);
	term values[MAX_VALUES][MAX_OPEN];
	for (int n = 0;; n++) {
		enum answer a = vc_qualify(v->x, s->ops->check(s, NULL, 0));
		v->queries++;
		if (a == ANSWER_UNSAT)
			break;
		if (n == MAX_VALUES || a == ANSWER_UNKNOWN) {
			demote_open(m, values);
			break;
		}
		term same = term_true(ts);
		for (size_t i = 0; i < m->open.n; i++) {
			struct bits bits = {0};
			s->ops->value(s, m->open.at[i].value, v->x->pool.arena, &bits);
			term value = term_const(ts, bits);
			term_get_u64(ts, value, m->open.at[i].to);
			values[n][i] = value;
			note_value(v, m->open.at[i].part, *m->open.at[i].to);
			same = term_and(ts, same, term_equal(ts, m->open.at[i].value, value));
		}
		make_outcome(m, e, term_and(ts, guard, same));
		s->ops->add(s, term_not(ts, same));
	}
	s->ops->close(s);
}

static void make(struct views *v, const struct edge *e, uint32_t shared, uint32_t local,
                 struct outcomes *out) {
	struct making m = {.v = v, .f = {v, shared, local}, .out = out};
	struct arena *arena = v->x->pool.arena;
	m.s = (struct substitution){v->x->ts, fixed_value, &m.f, 0, false, {0}};
	term guard = substitute(&m.s, e->to.guard);
	if (e->from != NO_POINT)
		guard = term_and(v->x->ts, guard, predicates_of(v, shared));
	if (!term_is_false(v->x->ts, guard)) {
		m.shared = arena_copy(arena, v->shared.at[shared].value, v->r->part.n * sizeof *m.shared);
		for (uint32_t i = 0; i < e->nshared; i++)
			if (!v->symbolic[e->shared[i].part])
				want(&m, e->shared[i].part, e->shared[i].value, &m.shared[e->shared[i].part]);
		m.own = arena_array(arena, uint64_t *, e->nspawned + 1);
		m.own[0] = want_thread(&m, &e->to);
		for (uint32_t i = 0; i < e->nspawned; i++)
			m.own[i + 1] = want_thread(&m, &e->spawned[i]);
		for (size_t i = 0; m.open.n > MAX_OPEN && i < m.open.n; i++)
			demote(v, m.open.at[i].part);
		if (m.open.n && !v->restart)
			enumerate(&m, e, guard);
		else if (!v->restart)
			make_outcome(&m, e, guard);
	}
	substitution_free(&m.s);
	vec_free(&m.open);
}

const struct outcomes *outcome_of(struct views *v, uint32_t edge, uint32_t shared, uint32_t local) {
	uint32_t words[] = {edge, shared, local, 0, 0};
	uint32_t key = canon_tuple(v->canon, words, 5);
	uint64_t known;
	if (map_get(&v->outcome_of, key, &known))
		return v->outcomes.at[known];
	struct outcomes *o = mem_alloc(sizeof *o);
	make(v, &v->r->edge.at[edge], shared, local, o);
	map_put(&v->outcome_of, key, v->outcomes.n);
	vec_push(&v->outcomes, o);
	return o;
}

struct outcomes *outcome_begin(struct views *v) {
	struct relation *r = v->r;
	struct outcomes *o = mem_alloc(sizeof *o);
	uint64_t *zero = arena_array(v->x->pool.arena, uint64_t, r->part.n + 1);
	for (size_t i = 0; i < r->part.n; i++)
		zero[i] = 0;
	uint32_t shared = intern_shared(v, zero);
	for (size_t i = 0; i < r->begin.n; i++)
		make(v, &r->begin.at[i], shared, NO_LOCAL, o);
	vec_push(&v->outcomes, o);
	return o;
}
