#include "solvers/blast/gates.h"

#include "process/work.h"
#include "util/text/diag.h"

enum { FIRST_SLOTS = 1024, STOP_INTERVAL = 1 << 13 };

void gates_init(struct gates *g, size_t limit, bool (*stop)(void *), void *context) {
	*g = (struct gates){.limit = limit, .stop = stop, .stop_context = context};
	g->nslots = FIRST_SLOTS;
	g->slot = mem_alloc(g->nslots * sizeof *g->slot);
	vec_push(&g->gate, (struct gate){.kind = GATE_TRUE});
	vec_push(&g->gate, (struct gate){.kind = GATE_TRUE});
}

void gates_free(struct gates *g) {
	mem_free(g->slot);
	vec_free(&g->gate);
	*g = (struct gates){0};
}

static const struct gate *gate_of(const struct gates *g, lit a) {
	return &g->gate.at[a < 0 ? -a : a];
}

static uint32_t hash(enum gate_kind k, lit a, lit b, lit c) {
	uint64_t x = (uint64_t)(uint32_t)a * UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ (x >> 29) ^ (uint32_t)b) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 32) ^ (uint32_t)c ^ (uint64_t)k << 40) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)(x >> 32);
}

static void grow_table(struct gates *g) {
	mem_free(g->slot);
	g->nslots *= 2;
	g->slot = mem_alloc(g->nslots * sizeof *g->slot);
	for (uint32_t i = 2; i < g->gate.n; i++) {
		const struct gate *x = &g->gate.at[i];
		if (x->kind == GATE_INPUT)
			continue;
		size_t at = hash(x->kind, x->in[0], x->in[1], x->in[2]) & (g->nslots - 1);
		while (g->slot[at])
			at = (at + 1) & (g->nslots - 1);
		g->slot[at] = i;
	}
}

static void count_ref(struct gates *g, lit a) {
	struct gate *x = &g->gate.at[a < 0 ? -a : a];
	if (x->refs < UINT8_MAX)
		x->refs++;
}

/* A new gate; the constant once there is no more room or time. */
static lit push(struct gates *g, struct gate x) {
	size_t n = g->gate.n;
	if (g->spent)
		return LIT_TRUE;
	if (n >= g->limit || n >= INT32_MAX)
		g->spent = true;
	else if (n % STOP_INTERVAL == 0 && g->stop && g->stop(g->stop_context))
		g->spent = true;
	if (g->spent)
		return LIT_TRUE;
	vec_push(&g->gate, x);
	return (lit)n;
}

/* The slot that has the gate, or would have it. */
static size_t find(const struct gates *g, enum gate_kind k, lit a, lit b, lit c) {
	size_t at = hash(k, a, b, c) & (g->nslots - 1);
	for (; g->slot[at]; at = (at + 1) & (g->nslots - 1)) {
		const struct gate *x = &g->gate.at[g->slot[at]];
		if (x->kind == k && x->in[0] == a && x->in[1] == b && x->in[2] == c)
			break;
	}
	return at;
}

static lit make(struct gates *g, enum gate_kind k, lit a, lit b, lit c) {
	work_add(WORK_GATE);
	if (2 * g->gate.n >= g->nslots)
		grow_table(g);
	size_t at = find(g, k, a, b, c);
	if (g->slot[at])
		return (lit)g->slot[at];
	lit r = push(g, (struct gate){.in = {a, b, c}, .kind = (uint8_t)k});
	if (g->spent)
		return r;
	g->slot[at] = (uint32_t)r;
	count_ref(g, a);
	count_ref(g, b);
	if (c)
		count_ref(g, c);
	return r;
}

lit gate_input(struct gates *g) {
	return push(g, (struct gate){.kind = GATE_INPUT});
}

static void swap(lit *a, lit *b) {
	lit t = *a;
	*a = *b;
	*b = t;
}

/* Looks at 'a and b' when a is an AND, possibly complemented: its inputs may say what the result is
 * (which is returned), or that it is the AND of two simpler literals (which replace a and b).
 * 0: nothing found. */
static lit and_with_and(const struct gates *g, lit *a, lit *b, bool *changed) {
	const struct gate *x = gate_of(g, *a), *y = gate_of(g, *b);
	if (x->kind != GATE_AND)
		return 0;
	lit p = x->in[0], q = x->in[1];
	if (*a > 0 ? *b == p || *b == q : *b == -p || *b == -q)
		return *a > 0 ? *a : *b;
	if (*a > 0 && (*b == -p || *b == -q))
		return LIT_FALSE;
	if (*a < 0 && (*b == p || *b == q)) {
		*a = *b == p ? -q : -p;
		*changed = true;
		return 0;
	}
	if (*a < 0 || y->kind != GATE_AND)
		return 0;
	lit u = y->in[0], v = y->in[1];
	if (p == -u || p == -v || q == -u || q == -v)
		return *b > 0 ? LIT_FALSE : *a;
	bool has_u = u == p || u == q, has_v = v == p || v == q;
	if (*b < 0 && (has_u || has_v)) {
		*b = has_u ? -v : -u;
		*changed = true;
	}
	return 0;
}

lit gate_and(struct gates *g, lit a, lit b) {
	for (;;) {
		if (a == LIT_FALSE || b == LIT_FALSE || a == -b)
			return LIT_FALSE;
		if (a == LIT_TRUE || a == b)
			return b;
		if (b == LIT_TRUE)
			return a;
		bool changed = false;
		lit r = and_with_and(g, &a, &b, &changed);
		if (!r && !changed)
			r = and_with_and(g, &b, &a, &changed);
		if (r)
			return r;
		if (!changed)
			break;
	}
	if (a > b)
		swap(&a, &b);
	return make(g, GATE_AND, a, b, 0);
}

lit gate_xor(struct gates *g, lit a, lit b) {
	bool flip = (a < 0) != (b < 0);
	a = a < 0 ? -a : a;
	b = b < 0 ? -b : b;
	if (a > b)
		swap(&a, &b);
	if (a == b)
		return flip ? LIT_TRUE : LIT_FALSE;
	if (a == LIT_TRUE)
		return flip ? b : -b;
	const struct gate *y = gate_of(g, b);
	lit r;
	if (y->kind == GATE_XOR && (a == y->in[0] || a == y->in[1]))
		r = a == y->in[0] ? y->in[1] : y->in[0];
	else
		r = make(g, GATE_XOR, a, b, 0);
	return flip ? -r : r;
}

lit gate_ite(struct gates *g, lit c, lit a, lit b) {
	if (c < 0) {
		c = -c;
		swap(&a, &b);
	}
	if (c == LIT_TRUE || a == b)
		return a;
	const struct gate *x = gate_of(g, a), *y = gate_of(g, b);
	if (x->kind == GATE_ITE && x->in[0] == c)
		return gate_ite(g, c, a > 0 ? x->in[1] : -x->in[1], b);
	if (y->kind == GATE_ITE && y->in[0] == c)
		return gate_ite(g, c, a, b > 0 ? y->in[2] : -y->in[2]);
	if (a == LIT_TRUE || a == c)
		return gate_or(g, c, b);
	if (a == LIT_FALSE || a == -c)
		return gate_and(g, -c, b);
	if (b == LIT_TRUE || b == -c)
		return gate_or(g, -c, a);
	if (b == LIT_FALSE || b == c)
		return gate_and(g, c, a);
	if (a == -b)
		return -gate_xor(g, c, a);
	if (a < 0) /* ITE is its own dual */
		return -make(g, GATE_ITE, c, -a, -b);
	return make(g, GATE_ITE, c, a, b);
}

static void sort3(lit *a, lit *b, lit *c) {
	if (*a > *b)
		swap(a, b);
	if (*b > *c)
		swap(b, c);
	if (*a > *b)
		swap(a, b);
}

lit gate_xor3(struct gates *g, lit a, lit b, lit c) {
	bool flip = (a < 0) ^ (b < 0) ^ (c < 0);
	a = a < 0 ? -a : a;
	b = b < 0 ? -b : b;
	c = c < 0 ? -c : c;
	sort3(&a, &b, &c);
	lit r;
	if (a == b)
		r = c;
	else if (b == c)
		r = a;
	else if (a == LIT_TRUE)
		r = -gate_xor(g, b, c);
	else
		r = make(g, GATE_XOR3, a, b, c);
	return flip ? -r : r;
}

lit gate_known_xor3(const struct gates *g, lit a, lit b, lit c) {
	bool flip = (a < 0) ^ (b < 0) ^ (c < 0);
	a = a < 0 ? -a : a;
	b = b < 0 ? -b : b;
	c = c < 0 ? -c : c;
	sort3(&a, &b, &c);
	lit r = g->nslots ? (lit)g->slot[find(g, GATE_XOR3, a, b, c)] : 0;
	return flip ? -r : r;
}

static bool is_constant(lit a) {
	return a == LIT_TRUE || a == LIT_FALSE;
}

lit gate_maj(struct gates *g, lit a, lit b, lit c) {
	if (a == b || a == c)
		return a;
	if (b == c)
		return b;
	if (a == -b)
		return c;
	if (a == -c)
		return b;
	if (b == -c)
		return a;
	if (is_constant(b))
		swap(&a, &b);
	if (is_constant(c))
		swap(&a, &c);
	if (a == LIT_TRUE)
		return gate_or(g, b, c);
	if (a == LIT_FALSE)
		return gate_and(g, b, c);
	sort3(&a, &b, &c);
	if (b < 0) /* the complement of three complements; two negative ones become one */
		return -make(g, GATE_MAJ, -c, -b, -a);
	return make(g, GATE_MAJ, a, b, c);
}

void gates_simulate(const struct gates *g, bool *value) {
	value[0] = false;
	value[LIT_TRUE] = true;
	for (size_t i = 2; i < g->gate.n; i++) {
		const struct gate *x = &g->gate.at[i];
		if (x->kind == GATE_INPUT)
			continue;
		bool a = lit_value(value, x->in[0]), b = lit_value(value, x->in[1]);
		bool c = x->in[2] && lit_value(value, x->in[2]);
		switch ((enum gate_kind)x->kind) {
		case GATE_AND: value[i] = a && b; break;
		case GATE_XOR: value[i] = a != b; break;
		case GATE_ITE: value[i] = a ? b : c; break;
		case GATE_XOR3: value[i] = a ^ b ^ c; break;
		case GATE_MAJ: value[i] = a ? b || c : b && c; break;
		case GATE_TRUE:
		case GATE_INPUT: BUG("gate %zu computes nothing", i);
		}
	}
}
