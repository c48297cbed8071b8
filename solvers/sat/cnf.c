#include "solvers/sat/cnf.h"

#include <string.h>

enum { TOWARDS_TRUE = 1, TOWARDS_FALSE = 2 }; /* gate implies its inputs; not gate implies ... */

void cnf_init(struct cnf *c, const struct gates *g, const struct sat_engine *engine) {
	*c = (struct cnf){.gates = g, .engine = engine, .sat = engine->open()};
}

void cnf_free(struct cnf *c) {
	if (c->sat)
		c->engine->close(c->sat);
	vec_free(&c->var);
	vec_free(&c->done);
	vec_free(&c->todo);
	vec_free(&c->leaf);
	vec_free(&c->stack);
	vec_free(&c->seen);
	*c = (struct cnf){0};
}

static void cover_gates(struct cnf *c) {
	size_t old = c->var.n, n = c->gates->gate.n;
	if (old >= n)
		return;
	vec_reserve(&c->var, n);
	vec_reserve(&c->done, n);
	memset(c->var.at + old, 0, (n - old) * sizeof *c->var.at);
	memset(c->done.at + old, 0, (n - old) * sizeof *c->done.at);
	c->var.n = c->done.n = n;
}

int cnf_variable(struct cnf *c) {
	return ++c->nvars;
}

static int engine_literal(struct cnf *c, lit a) {
	lit g = a < 0 ? -a : a;
	if (!c->var.at[g])
		c->var.at[g] = cnf_variable(c);
	return a < 0 ? -c->var.at[g] : c->var.at[g];
}

/* The literal, now used: what it implies is to be sent. */
static int use(struct cnf *c, lit a) {
	lit g = a < 0 ? -a : a;
	if (!(c->done.at[g] & (a < 0 ? TOWARDS_FALSE : TOWARDS_TRUE)))
		vec_push(&c->todo, a);
	return engine_literal(c, a);
}

static void put(struct cnf *c, int literal) {
	c->engine->add(c->sat, literal);
}

static void end(struct cnf *c) {
	put(c, 0);
	c->nclauses++;
}

/* g implies a (or b (or d)); 0: not there. */
static void implies(struct cnf *c, int g, lit a, lit b, lit d) {
	put(c, -g);
	put(c, use(c, a));
	if (b)
		put(c, use(c, b));
	if (d)
		put(c, use(c, d));
	end(c);
}

/* Into 'leaf': literals whose conjunction is the AND gate g.  Inner conjunctions that no other gate
 * reads need no variable. */
static void collect(struct cnf *c, lit g) {
	c->leaf.n = 0;
	c->stack.n = 0;
	vec_push(&c->stack, g);
	while (c->stack.n) {
		lit a = vec_pop(&c->stack);
		const struct gate *x = a > 0 ? &c->gates->gate.at[a] : NULL;
		if (x && x->kind == GATE_AND && (a == g || x->refs == 1)) {
			vec_push(&c->stack, x->in[1]);
			vec_push(&c->stack, x->in[0]);
		} else {
			vec_push(&c->leaf, a);
		}
	}
}

static void send_and(struct cnf *c, int g, lit gate, bool positive) {
	collect(c, gate);
	if (positive) {
		for (size_t i = 0; i < c->leaf.n; i++)
			implies(c, g, c->leaf.at[i], 0, 0);
		return;
	}
	put(c, -g);
	for (size_t i = 0; i < c->leaf.n; i++)
		put(c, use(c, -c->leaf.at[i]));
	end(c);
}

/* s: 1 when the gate holds, -1 when its complement does. */
static void send_xor3(struct cnf *c, int g, const lit *in, lit s) {
	lit x = in[0], y = in[1], z = in[2];
	implies(c, g, x, y, s * z);
	implies(c, g, x, -y, -s * z);
	implies(c, g, -x, y, -s * z);
	implies(c, g, -x, -y, s * z);
}

/* The clauses of one direction; g is the engine's literal for a. */
static void send(struct cnf *c, lit a, int g) {
	lit s = a < 0 ? -1 : 1;
	const struct gate *x = &c->gates->gate.at[s * a];
	lit p = x->in[0], q = s * x->in[1], r = s * x->in[2];
	switch ((enum gate_kind)x->kind) {
	case GATE_TRUE:
		put(c, s * g);
		end(c);
		break;
	case GATE_INPUT: break;
	case GATE_AND: send_and(c, g, s * a, s > 0); break;
	case GATE_XOR:
		implies(c, g, p, q, 0);
		implies(c, g, -p, -q, 0);
		break;
	case GATE_ITE:
		implies(c, g, -p, q, 0);
		implies(c, g, p, r, 0);
		implies(c, g, q, r, 0); /* follows, but propagates more */
		break;
	case GATE_XOR3: send_xor3(c, g, x->in, s); break;
	case GATE_MAJ:
		p = s * p;
		implies(c, g, p, q, 0);
		implies(c, g, p, r, 0);
		implies(c, g, q, r, 0);
		break;
	}
}

static void send_used(struct cnf *c) {
	while (c->todo.n) {
		lit a = vec_pop(&c->todo);
		uint8_t *done = &c->done.at[a < 0 ? -a : a], way = a < 0 ? TOWARDS_FALSE : TOWARDS_TRUE;
		if (*done & way)
			continue;
		*done |= way;
		send(c, a, engine_literal(c, a));
	}
}

int cnf_literal(struct cnf *c, lit a) {
	cover_gates(c);
	int r = use(c, a);
	send_used(c);
	return r;
}

void cnf_clause(struct cnf *c, int guard, const lit *a, size_t n) {
	cover_gates(c);
	if (guard)
		put(c, -guard);
	for (size_t i = 0; i < n; i++)
		put(c, use(c, a[i]));
	end(c);
	send_used(c);
}

static bool is_and(const struct cnf *c, lit a) {
	return c->gates->gate.at[a < 0 ? -a : a].kind == GATE_AND;
}

/* One conjunct: a disjunction is a clause of its own. */
static void assert_part(struct cnf *c, int guard, lit a) {
	if (guard)
		put(c, -guard);
	if (a < 0 && is_and(c, a)) {
		collect(c, -a);
		for (size_t i = 0; i < c->leaf.n; i++)
			put(c, use(c, -c->leaf.at[i]));
	} else {
		put(c, use(c, a));
	}
	end(c);
}

void cnf_assert(struct cnf *c, int guard, lit a) {
	cover_gates(c);
	if (a > 0 && is_and(c, a)) {
		collect(c, a);
		VEC(lit) part = {0};
		for (size_t i = 0; i < c->leaf.n; i++)
			vec_push(&part, c->leaf.at[i]);
		for (size_t i = 0; i < part.n; i++)
			assert_part(c, guard, part.at[i]);
		vec_free(&part);
	} else {
		assert_part(c, guard, a);
	}
	send_used(c);
}

size_t cnf_below(struct cnf *c, const lit *a, size_t n) {
	size_t old = c->seen.n, met = 0;
	if (old < c->gates->gate.n) {
		vec_reserve(&c->seen, c->gates->gate.n);
		memset(c->seen.at + old, 0, (c->gates->gate.n - old) * sizeof *c->seen.at);
		c->seen.n = c->gates->gate.n;
	}
	c->count++;
	c->stack.n = 0;
	for (size_t i = 0; i < n; i++)
		vec_push(&c->stack, a[i]);
	while (c->stack.n) {
		lit x = vec_pop(&c->stack), g = x < 0 ? -x : x;
		if (c->seen.at[g] == c->count)
			continue;
		c->seen.at[g] = c->count;
		met++;
		const lit *in = c->gates->gate.at[g].in;
		for (int i = 0; i < 3 && in[i]; i++)
			vec_push(&c->stack, in[i]);
	}
	return met;
}

void cnf_read(struct cnf *c, bool *value) {
	for (size_t i = 0; i < c->gates->gate.n; i++)
		if (c->gates->gate.at[i].kind == GATE_INPUT)
			value[i] = i < c->var.n && c->var.at[i] && c->engine->value(c->sat, c->var.at[i]) > 0;
	gates_simulate(c->gates, value);
}
