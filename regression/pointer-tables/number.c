/* Addresses that threads store as numbers, and read as numbers. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int object, other = 2, n, row[4] = {0, 0, 0, 2};

#ifdef BUG
#define WRONG 2
#else
#define WRONG 3
#endif

#if KIND == 1 /* kept in an uintptr_t */
static uintptr_t slot[2];
static void begin(void) { slot[0] = (uintptr_t)&object; }
static void write(void) { slot[1] = (uintptr_t)&other; }
static int read(void) { return *(int *)slot[n] != WRONG; }
#elif KIND == 2 /* stored as a pointer, read as a number */
static union { int *pointer; uintptr_t number; } slot[2];
static void begin(void) { slot[0].pointer = &object; }
static void write(void) { slot[1].pointer = &other; }
static int read(void) { return *(int *)slot[n].number != WRONG; }
#elif KIND == 3 /* the other way round */
static union { int *pointer; uintptr_t number; } slot[2];
static void begin(void) { slot[0].pointer = &object; }
static void write(void) { slot[1].number = (uintptr_t)&other; }
static int read(void) { return *slot[n].pointer != WRONG; }
#elif KIND == 4 /* with a mark */
static _Atomic uintptr_t slot;
static void begin(void) { slot = (uintptr_t)&object; }
static void write(void) {
	uintptr_t old = slot;
	atomic_compare_exchange_strong(&slot, &old, (uintptr_t)&other | 1);
}
static int read(void) { uintptr_t v = slot; return *(int *)(v & ~(uintptr_t)1) + (v & 1) != WRONG + 1; }
#elif KIND == 5 /* two addresses in one number */
static uintptr_t both;
static void begin(void) { both = (uintptr_t)&object ^ (uintptr_t)&object; }
static void write(void) { both = (uintptr_t)&object ^ (uintptr_t)&other; }
static int read(void) { return *(int *)(both ^ (uintptr_t)&object) != WRONG; }
#elif KIND == 6 /* an offset that a thread writes */
static uintptr_t base;
static void begin(void) { base = (uintptr_t)row; }
static void write(void) { base += 3 * sizeof *row; }
static int read(void) { return *(int *)base != WRONG; }
#elif KIND == 7 /* a zero as a number over a pointer */
static union { int *pointer; uintptr_t number; } slot[2];
static void begin(void) { slot[0].pointer = slot[1].pointer = &object; }
static void write(void) { slot[WRONG - 2].number = 0; }
static int read(void) { return slot[1 - n].pointer != 0; }
#elif KIND == 8 /* a number that is no address, read as a pointer */
uintptr_t __VERIFIER_nondet_ulong(void);
static union { int *pointer; uintptr_t number; } slot[2];
static void begin(void) {}
static void write(void) { slot[1].number = __VERIFIER_nondet_ulong() & 3; }
static int read(void) { return slot[n].pointer != (int *)(uintptr_t)(WRONG == 2 ? 2 : 4); }
#endif

static void *writer(void *u) {
	pthread_mutex_lock(&m);
	write();
	n = 1;
	pthread_mutex_unlock(&m);
	return u;
}

static void *reader(void *u) {
	pthread_mutex_lock(&m);
	assert(read());
	pthread_mutex_unlock(&m);
	return u;
}

int main(void) {
	begin();
	pthread_t a, b;
	pthread_create(&a, 0, writer, 0);
	pthread_create(&b, 0, reader, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
}
