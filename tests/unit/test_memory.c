/* Objects, cells and merging, without a program: a random history of stores and loads against
 * plain bytes, with constant and with symbolic offsets. */
#include "symex/memory/memory.h"

#include <stdlib.h>
#include <string.h>

#include "solvers/term/eval.h"
#include "symex/config.h"
#include "symex/memory/content.h"
#include "symex/memory/gate.h"
#include "symex/memory/merge.h"
#include "symex/symex_stats.h"
#include "tests/unit/check.h"

enum { SIZE = 24 };

static struct symex_stats stats;
static struct symex_config config;
static const struct engine asks_nothing = {.name = "none"};

static void open_engine(struct symex *x) {
	*x = (struct symex){.config = &config, .stats = &stats, .engine = &asks_nothing};
	x->ts = terms_open();
	x->address.cache = ptr_cache_open();
	x->address_bits = 32;
	x->pointer_bits = 32 + POINTER_OBJECT_BITS;
	x->pool = (struct pmap_pool){.arena = arena_open(), .epoch = 1};
	struct object null = {.size = term_u64(x->ts, 32, 0), .align = 1};
	vec_push(&x->object, null);
}

static void close_engine(struct symex *x) {
	symex_free(x);
	mem_free(x->address.cache);
	terms_close(x->ts);
}

static uint32_t add_object(struct symex *x, struct state *st, uint32_t size) {
	struct object o = {.kind = OBJECT_HEAP, .size = term_u64(x->ts, 32, size), .align = 4};
	uint32_t id = memory_object(x, o);
	memory_put(x, st, id, memory_zero(x));
	return id;
}

static uint64_t bytes_value(const uint8_t *at, uint32_t n) {
	uint64_t v = 0;
	for (uint32_t i = 0; i < n; i++)
		v |= (uint64_t)at[i] << (8 * i);
	return v;
}

static void store_bytes(uint8_t *at, uint32_t n, uint64_t v) {
	for (uint32_t i = 0; i < n; i++)
		at[i] = (uint8_t)(v >> (8 * i));
}

static uint64_t random_value(void) {
	uint64_t value = 0;
	for (int i = 0; i < 3; i++)
		value = value << 21 ^ (uint64_t)rand();
	return value;
}

/* Constants fold: every load gives the bytes that were stored. */
static void constant_history(unsigned seed) {
	struct symex x;
	struct state st = {0};
	uint8_t plain[SIZE] = {0};
	bool right = true;
	open_engine(&x);
	srand(seed);
	uint32_t id = add_object(&x, &st, SIZE);
	for (int i = 0; i < 300; i++) {
		uint32_t n = 1u << (rand() % 4), at = (uint32_t)rand() % (SIZE - n + 1);
		term p = ptr_make(&x, id, term_u64(x.ts, 32, at));
		struct scalar a = {n, false};
		uint64_t v = random_value(), got;
		if (rand() % 2) {
			memory_write(&x, &st, p, a, term_u64(x.ts, n * 8, v));
			store_bytes(plain + at, n, v);
		} else {
			right &= term_get_u64(x.ts, memory_read(&x, &st, p, a), &got) &&
			         got == bytes_value(plain + at, n);
		}
	}
	CHECK(right);
	close_engine(&x);
}

/* Symbolic offsets and merges: under a model, every load gives what the same history gives there.
 * 'anywhere': also at offsets that are no multiples of the size. */
static void symbolic_history(unsigned seed, uint32_t size, bool anywhere) {
	struct symex x;
	struct state st = {0};
	uint8_t plain[1024] = {0};
	bool right = true;
	open_engine(&x);
	srand(seed);
	uint32_t id = add_object(&x, &st, size);
	struct model *m = model_open(x.ts);
	for (int i = 0; i < 25; i++) {
		uint32_t n = 1u << (rand() % (anywhere ? 4 : 3)), used = size < 1024 ? size : 1024;
		uint32_t step = anywhere && rand() % 2 ? 1 : n;
		uint32_t k = (uint32_t)rand() % ((used - n) / step + 1);
		char name[16];
		snprintf(name, sizeof name, "i%d", i);
		term ix = term_var(x.ts, sort_bv(32), name);
		model_set(m, ix, bits_u64(terms_arena(x.ts), 32, k));
		term p = ptr_make(&x, id, term_mul(x.ts, ix, term_u64(x.ts, 32, step)));
		struct scalar a = {n, false};
		uint64_t v = random_value();
		if (rand() % 3 == 0) {
			struct state other;
			state_fork(&x, &st, &other);
			snprintf(name, sizeof name, "c%d", i);
			term c = term_var(x.ts, sort_bool(), name);
			bool taken = rand() % 2;
			model_set(m, c, bits_u64(terms_arena(x.ts), 1, taken));
			state_assume(&x, &st, c);
			state_assume(&x, &other, term_not(x.ts, c));
			memory_write(&x, &st, p, a, term_u64(x.ts, n * 8, v));
			if (anywhere && rand() % 2)
				memory_read(&x, &other, p, (struct scalar){n == 4 ? 8 : 4, false});
			state_merge(&x, &st, &other);
			if (taken)
				store_bytes(plain + k * step, n, v);
		} else if (rand() % 2) {
			memory_write(&x, &st, p, a, term_u64(x.ts, n * 8, v));
			store_bytes(plain + k * step, n, v);
		}
		term got = memory_read(&x, &st, p, a);
		right &= model_value(m, got).lo == bytes_value(plain + k * step, n);
	}
	CHECK(right);
	CHECK(x.cut.n == 0);
	model_close(m);
	close_engine(&x);
}

static void pointers(void) {
	struct symex x;
	struct state st = {0};
	open_engine(&x);
	uint32_t a = add_object(&x, &st, 8), b = add_object(&x, &st, 8);
	term zero = term_u64(x.ts, 32, 0), c = term_var(x.ts, sort_bool(), "c");
	term pa = ptr_make(&x, a, zero), pb = ptr_make(&x, b, zero);
	term either = term_ite(x.ts, c, pa, pb);
	struct pointees t;
	ptr_targets(&x, either, &t);
	CHECK(t.complete && t.list.n == 2);
	vec_free(&t.list);
	CHECK(term_eq(ptr_equal(&x, either, pa), c));
	CHECK(term_is_false(x.ts, ptr_equal(&x, either, ptr_null(&x))));
	CHECK(term_eq(ptr_from_int(&x, ptr_to_int(&x, pa)), pa));
	term four = term_u64(x.ts, 32, 4);
	CHECK(
	    term_eq(ptr_from_int(&x, term_add(x.ts, ptr_to_int(&x, pb), four)), ptr_add(&x, pb, four)));
	/* A pointer kept in memory, copied byte by byte, is the same pointer. */
	struct scalar pointer = {4, true}, byte = {1, false};
	memory_write(&x, &st, pa, pointer, either);
	for (uint32_t i = 0; i < 4; i++) {
		term at = term_u64(x.ts, 32, i);
		memory_write(&x, &st, ptr_add(&x, pb, at), byte,
		             memory_read(&x, &st, ptr_add(&x, pa, at), byte));
	}
	term back = memory_read(&x, &st, pb, pointer);
	ptr_targets(&x, back, &t);
	bool only = true;
	for (size_t i = 0; i < t.list.n; i++)
		only &= t.list.at[i].object == a || t.list.at[i].object == b ||
		        term_is_false(x.ts, t.list.at[i].guard);
	CHECK(only);
	vec_free(&t.list);
	memory_end(&x, &st, either);
	CHECK(term_eq(gate_is_ended(&x, &st, a), c));
	close_engine(&x);
}

int main(void) {
	for (unsigned seed = 1; seed <= 60; seed++) {
		constant_history(seed);
		symbolic_history(seed, SIZE, false);
		symbolic_history(seed, 1024, false);
		symbolic_history(seed, 1024, true);
		symbolic_history(seed, 1 << 20, true); /* too large to become an array of bytes */
	}
	pointers();
	return check_done("memory");
}
