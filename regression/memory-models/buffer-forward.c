/* A thread finds its own store in its buffer, also a part of it, and the last of several. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static union {
	unsigned word;
	unsigned char byte[4];
} u;
static _Atomic int other;
static int seen;

static void *one(void *unused) {
	u.word = 0x01020304;
	u.byte[1] = 0x30;
	assert(u.word == 0x01023004 && u.byte[0] == 4 && u.byte[1] == 0x30);
	seen = atomic_load_explicit(&other, memory_order_relaxed);
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, one, 0);
	atomic_store_explicit(&other, 1, memory_order_seq_cst);
	unsigned word = u.word;
	pthread_join(t, 0);
	assert(u.word == 0x01023004);
	assert(seen || word == 0x01023004 || word == 0x01020304 || ALLOWED);
	return 0;
}
