/* Functions that pass a memory order on: it is no constant there, and still means what the caller
 * says. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef PUT
#define PUT memory_order_release
#endif
#ifndef GET
#define GET memory_order_acquire
#endif

static int data;
#if KIND == 0 /* C11, integers */
static atomic_int flag;
static inline void put(memory_order o) {
	atomic_store_explicit(&flag, 1, o);
}
static inline bool get(memory_order o) {
	return atomic_load_explicit(&flag, o);
}
#elif KIND == 1 /* GNU, through memory */
static int flag;
static void put(int o) {
	int one = 1, old;
	__atomic_exchange(&flag, &one, &old, o);
	assert(old == 0);
}
static bool get(int o) {
	int now;
	__atomic_load(&flag, &now, o);
	return now;
}
#elif KIND == 2 /* read-modify-write */
static atomic_int flag;
static void put(memory_order o) {
	assert(atomic_fetch_add_explicit(&flag, 1, o) == 0);
}
static bool get(memory_order o) {
	int expected = 7; /* fails */
	atomic_compare_exchange_strong_explicit(&flag, &expected, 8, memory_order_relaxed, o);
	return expected == 1;
}
#elif KIND == 3 /* fences */
static atomic_int flag;
static void put(memory_order o) {
	atomic_thread_fence(o);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
}
static bool get(memory_order o) {
	bool set = atomic_load_explicit(&flag, memory_order_relaxed);
	atomic_thread_fence(o);
	return set;
}
#elif KIND == 4 /* flags */
static atomic_flag flag = {true};
static void put(memory_order o) {
	atomic_flag_clear_explicit(&flag, o);
}
static bool get(memory_order o) {
	return !atomic_flag_test_and_set_explicit(&flag, o);
}
#elif KIND == 5 /* structures; a choice of two orders */
struct pair {
	int a, b;
};
static _Atomic struct pair flag;
static bool chosen = true;
static void put(memory_order o) {
	struct pair was = {0, 0}, pair = {1, 2};
	bool done = atomic_compare_exchange_strong_explicit(
	    &flag, &was, pair, chosen ? o : memory_order_seq_cst, memory_order_relaxed);
	assert(done);
}
static bool get(memory_order o) {
	return atomic_load_explicit(&flag, o).b == 2;
}
#elif KIND == 6 /* a constant, but not a number; a byte */
static bool flag = true;
static void put(int o) {
	(void)o;
	__atomic_clear(&flag, 1 ? PUT : memory_order_seq_cst);
}
static bool get(int o) {
	return !__atomic_load_n(&flag, o);
}
#endif

static void *writer(void *unused) {
	data = 1;
	put(PUT);
	return unused;
}

static void *reader(void *unused) {
	if (get(GET))
		assert(data == 1);
	return unused;
}

int main(void) {
	pthread_t w, r;
	pthread_create(&w, NULL, writer, NULL);
	pthread_create(&r, NULL, reader, NULL);
	pthread_join(w, NULL);
	pthread_join(r, NULL);
	return 0;
}
