/* Gates against truth tables: each literal carries its value for all assignments of six inputs. */
#include "solvers/blast/circuit.h"
#include "solvers/blast/gates.h"
#include "tests/unit/check.h"

enum { INPUTS = 6, POOL = 4000 };

struct pool {
	lit at[POOL];
	uint64_t table[POOL];
	size_t n;
};

static uint64_t state = 88172645463325252u;

static uint32_t below(uint32_t n) {
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)((state >> 11) % n);
}

static void put(struct pool *p, lit a, uint64_t table) {
	p->at[p->n] = a;
	p->table[p->n++] = table;
}

static uint64_t column(int i) {
	uint64_t t = 0;
	for (int k = 0; k < 64; k++)
		t |= (uint64_t)(k >> i & 1) << k;
	return t;
}

/* Operands are recent most of the time, so that rules of two levels meet related gates. */
static lit pick(struct pool *p, uint64_t *table) {
	size_t i = below(3) ? p->n - 1 - below(p->n < 9 ? (uint32_t)p->n : 9) : below((uint32_t)p->n);
	bool flip = below(2);
	*table = flip ? ~p->table[i] : p->table[i];
	return flip ? -p->at[i] : p->at[i];
}

static void grow(struct gates *g, struct pool *p) {
	uint64_t x, y, z;
	lit a = pick(p, &x), b = pick(p, &y), c = pick(p, &z);
	switch (below(6)) {
	case 0: put(p, gate_and(g, a, b), x & y); break;
	case 1: put(p, gate_or(g, a, b), x | y); break;
	case 2: put(p, gate_xor(g, a, b), x ^ y); break;
	case 3: put(p, gate_ite(g, a, b, c), (x & y) | (~x & z)); break;
	case 4: put(p, gate_xor3(g, a, b, c), x ^ y ^ z); break;
	default: put(p, gate_maj(g, a, b, c), (x & y) | (x & z) | (y & z)); break;
	}
}

static void test_random_gates(void) {
	struct gates g;
	gates_init(&g, SIZE_MAX, NULL, NULL);
	static struct pool p;
	p.n = 0;
	put(&p, LIT_TRUE, UINT64_MAX);
	lit input[INPUTS];
	for (int i = 0; i < INPUTS; i++)
		put(&p, input[i] = gate_input(&g), column(i));
	/* Tables of so few inputs repeat soon; start over from the inputs now and then. */
	while (p.n < POOL)
		if (below(50) == 0) {
			int i = (int)below(INPUTS);
			put(&p, input[i], column(i));
		} else
			grow(&g, &p);
	bool *value = mem_alloc(g.gate.n);
	unsigned wrong = 0;
	for (int k = 0; k < 64; k++) {
		for (int i = 0; i < INPUTS; i++)
			value[input[i]] = k >> i & 1;
		gates_simulate(&g, value);
		for (size_t i = 0; i < p.n; i++)
			wrong += lit_value(value, p.at[i]) != (p.table[i] >> k & 1);
	}
	CHECK(wrong == 0);
	mem_free(value);
	gates_free(&g);
}

static void test_folding(void) {
	struct gates g;
	gates_init(&g, SIZE_MAX, NULL, NULL);
	lit a = gate_input(&g), b = gate_input(&g), c = gate_input(&g), ab = gate_and(&g, a, b);
	CHECK(gate_and(&g, b, a) == ab && gate_and(&g, ab, a) == ab);
	CHECK(gate_and(&g, ab, -a) == LIT_FALSE && gate_and(&g, -ab, -b) == -b);
	CHECK(gate_and(&g, -ab, a) == gate_and(&g, a, -b));
	CHECK(gate_xor(&g, -a, b) == -gate_xor(&g, a, b) && gate_xor(&g, a, -a) == LIT_TRUE);
	CHECK(gate_xor(&g, a, gate_xor(&g, b, a)) == b);
	CHECK(gate_ite(&g, a, b, -b) == -gate_xor(&g, a, b) &&
	      gate_ite(&g, -a, b, c) == gate_ite(&g, a, c, b));
	CHECK(gate_ite(&g, a, LIT_TRUE, b) == gate_or(&g, a, b));
	CHECK(gate_maj(&g, -a, -b, -c) == -gate_maj(&g, c, b, a));
	CHECK(gate_maj(&g, a, LIT_FALSE, b) == ab && gate_maj(&g, a, c, -a) == c);
	CHECK(gate_xor3(&g, a, b, a) == b && gate_xor3(&g, LIT_TRUE, a, b) == -gate_xor(&g, a, b));
	gates_free(&g);
}

static bool stop_now(void *asked) {
	++*(int *)asked;
	return true;
}

/* Too large, or stopped: the constructors go on quickly and say so. */
static void test_spent(void) {
	struct gates g;
	lit a[64], b[64], out[64];
	int asked = 0;
	for (int stopped = 0; stopped < 2; stopped++) {
		gates_init(&g, stopped ? SIZE_MAX : 1000, stopped ? stop_now : NULL, &asked);
		for (int i = 0; i < 64; i++) {
			a[i] = gate_input(&g);
			b[i] = gate_input(&g);
		}
		for (int i = 0; i < 4; i++)
			circuit_multiply(&g, 64, i ? out : a, b, out);
		CHECK(g.spent);
		CHECK(g.gate.n <= (stopped ? 1u << 14 : 1000));
		gates_free(&g);
	}
	CHECK(asked == 1);
}

/* A constant factor costs an adder for each digit of its shortest form. */
static void test_constant_factor(void) {
	struct gates g;
	gates_init(&g, SIZE_MAX, NULL, NULL);
	lit a[32], k[32], out[32];
	for (int i = 0; i < 32; i++) {
		a[i] = gate_input(&g);
		k[i] = i == 0 ? LIT_FALSE : LIT_TRUE; /* -2 */
	}
	size_t before = g.gate.n;
	circuit_multiply(&g, 32, a, k, out);
	CHECK(g.gate.n - before < 2 * 32);
	CHECK(out[0] == LIT_FALSE && out[1] == a[0]);
	gates_free(&g);
}

int main(void) {
	for (int i = 0; i < 20; i++)
		test_random_gates();
	test_folding();
	test_spent();
	test_constant_factor();
	return check_done("gates");
}
