/* A word whose halves wait in the buffer: the thread sees its own halves, or one of them and memory; others see what has left. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static volatile union {
	uint16_t half[2];
	uint32_t word;
} u;
static volatile int y;
static uint32_t own, seen;
static int a;

static void *one(void *unused) {
	u.half[0] = 1;
#ifndef HALF
	u.half[1] = 2;
#endif
	own = u.word;
	a = y;
	return unused;
}

static void *two(void *unused) {
	y = 1;
	__sync_synchronize();
#ifdef HALF
	u.half[1] = 3;
#endif
	seen = u.word;
	return unused;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, 0, one, 0);
	pthread_create(&t, 0, two, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
#ifdef HALF
	assert(own == 1 || own == 0x30001);
	assert(seen == 0x30000 || seen == 0x30001);
#else
	assert(own == 0x20001);
	assert(seen == 0 || seen == 1 || seen == 0x20000 * PSO || seen == 0x20001);
#endif
#ifdef BUG
	assert(a || seen & 1); /* each before the store of the other: only with a buffer */
#endif
	return 0;
}
