#include "solvers/sat/cnf.h"

#include <string.h>

#include "process/work.h"

enum { MOST_PREFIX = 4 };                     /* literals that may stand before an inner gate's */
enum { TOWARDS_TRUE = 1, TOWARDS_FALSE = 2 }; /* gate implies its inputs; not gate implies ... */

void cnf_init(struct cnf *c, const struct gates *g, const struct sat_engine *engine,
              struct proof_folder *proofs) {
	*c = (struct cnf){.gates = g, .engine = engine, .sat = engine->open()};
	if (!proofs)
		return;
	c->proof = proof_file_open(proofs, engine->name);
	engine->prove(c->sat, c->proof);
}

void cnf_free(struct cnf *c) {
	if (c->sat)
		c->engine->close(c->sat);
	proof_file_close(c->proof);
	vec_free(&c->var);
	vec_free(&c->done);
	vec_free(&c->todo);
	vec_free(&c->leaf);
	vec_free(&c->prefix);
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
	work_add(WORK_CLAUSE);
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

static bool is_and(const struct cnf *c, lit a) {
	return c->gates->gate.at[a < 0 ? -a : a].kind == GATE_AND;
}

/* A gate that one other reads, and that needs no variable if what it implies is said in the clauses
 * of that one. */
static bool is_inner(const struct cnf *c, lit a) {
	lit g = a < 0 ? -a : a;
	return c->gates->gate.at[g].refs == 1 && !c->var.at[g];
}

/* Appends to 'leaf' literals whose conjunction is the AND gate g. */
static void collect(struct cnf *c, lit g) {
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

/* A clause of 'prefix', and of these literals; 0: not there. */
static void clause(struct cnf *c, lit a, lit b) {
	for (size_t i = 0; i < c->prefix.n; i++)
		put(c, c->prefix.at[i]);
	if (a)
		put(c, use(c, a));
	if (b)
		put(c, use(c, b));
	end(c);
}

static void conclude(struct cnf *c, lit a);

/* Conclusions from a conjunction: all of its literals.  From a disjunction: if one of its literals
 * can be a conclusion in turn, the others join the prefix. */
static void conclude_and(struct cnf *c, lit a) {
	size_t first = c->leaf.n, prefix = c->prefix.n, last = 0;
	collect(c, a < 0 ? -a : a);
	size_t n = c->leaf.n;
	if (a > 0) {
		for (size_t i = first; i < n; i++)
			conclude(c, c->leaf.at[i]);
	} else {
		for (size_t i = first; i < n; i++)
			if (!last && is_inner(c, c->leaf.at[i]) &&
			    (c->leaf.at[i] < 0 || !is_and(c, c->leaf.at[i])))
				last = i + 1;
		for (size_t i = first; i < n; i++)
			if (i + 1 != last)
				vec_push(&c->prefix, use(c, -c->leaf.at[i]));
		if (last)
			conclude(c, -c->leaf.at[last - 1]);
		else
			clause(c, 0, 0);
	}
	c->leaf.n = first;
	c->prefix.n = prefix;
}

/* If all literals of 'prefix' are false, a holds. */
static void conclude(struct cnf *c, lit a) {
	lit s = a < 0 ? -1 : 1;
	const struct gate *x = &c->gates->gate.at[s * a];
	bool inner = is_inner(c, a) && c->prefix.n <= MOST_PREFIX;
	if (inner && x->kind == GATE_AND) {
		conclude_and(c, a);
	} else if (inner && x->kind == GATE_XOR) {
		clause(c, x->in[0], s * x->in[1]);
		clause(c, -x->in[0], -s * x->in[1]);
	} else if (inner && x->kind == GATE_ITE) {
		clause(c, -x->in[0], s * x->in[1]);
		clause(c, x->in[0], s * x->in[2]);
		clause(c, s * x->in[1], s * x->in[2]);
	} else {
		clause(c, a, 0);
	}
}

static void send_and(struct cnf *c, int g, lit gate, bool positive) {
	vec_push(&c->prefix, -g);
	conclude_and(c, positive ? gate : -gate);
	c->prefix.n--;
}

/* s: 1 when the gate holds, -1 when its complement does. */
static void send_xor3(struct cnf *c, int g, const lit *in, lit s) {
	lit x = in[0], y = in[1], z = in[2];
	implies(c, g, x, y, s * z);
	implies(c, g, x, -y, -s * z);
	implies(c, g, -x, y, -s * z);
	implies(c, g, -x, -y, s * z);
}

/* A full adder, of which m is the carry: the sum and the carry together say what the inputs are. */
static void send_adder(struct cnf *c, lit m, const lit *in) {
	lit sum = gate_known_xor3(c->gates, in[0], in[1], in[2]);
	if (!sum)
		return;
	int s = engine_literal(c, sum), carry = engine_literal(c, m);
	for (int i = 0; i < 3; i++) {
		int x = engine_literal(c, in[i]);
		for (int sign = -1; sign <= 1; sign += 2) {
			put(c, sign * s);
			put(c, sign * carry);
			put(c, -sign * x);
			end(c);
		}
	}
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
		lit g = a < 0 ? -a : a;
		if (c->gates->gate.at[g].kind == GATE_MAJ && *done != (TOWARDS_TRUE | TOWARDS_FALSE))
			send_adder(c, g, c->gates->gate.at[g].in);
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

void cnf_assert(struct cnf *c, int guard, lit a) {
	cover_gates(c);
	if (guard)
		vec_push(&c->prefix, -guard);
	if (is_and(c, a))
		conclude_and(c, a);
	else
		clause(c, a, 0);
	c->prefix.n = 0;
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
