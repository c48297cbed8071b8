/* A table that the writer fills, and an index that it stores; the reader reads the element at that
 * index, under the same mutex.  With BUG the writer fills another one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int object, other = 2, n;

#ifdef BUG
#define SECOND 0
#else
#define SECOND 1
#endif

#if KIND == 1
static int *slot[2] = {&object};
static void write(void) { slot[SECOND] = &object; }
static int read(void) { return slot[n] != 0; }
#elif KIND == 2
static int *slot[2][2] = {{&object, &object}};
static void write(void) { slot[SECOND][1] = &object; }
static int read(void) { return slot[n][n] != 0; }
#elif KIND == 3
static struct { int before; struct { char tag; int *to; } in; } slot[2] = {{.in.to = &object}};
static void write(void) { slot[SECOND].in.to = &object; }
static int read(void) { return *slot[n].in.to == 0; }
#elif KIND == 4
static union { long number; char *text; } slot[2] = {{.text = "a"}};
static void write(void) { slot[SECOND].text = "b"; }
static int read(void) { return slot[n].text != 0; }
#elif KIND == 5
static int one(void) { return 1; }
static int (*slot[2])(void) = {one};
static void write(void) { slot[SECOND] = one; }
static int read(void) { return slot[n] && slot[n](); }
#elif KIND == 6
static int *_Atomic slot[2] = {&object};
static void write(void) { atomic_exchange(&slot[SECOND], &object); }
static int read(void) { return atomic_load(&slot[n]) != 0; }
#elif KIND == 7
static int **table(void) {
	static int *slot[2] = {[0] = &object};
	return slot;
}
static void write(void) { table()[SECOND] = &object; }
static int read(void) { return table()[n] != 0; }
#elif KIND == 8
static int *slot[2] = {&object}, **base = slot;
static void write(void) { base[SECOND] = &object; }
static int read(void) { int **p = base + n; return *p != 0; }
#elif KIND == 9
static int *slot[2] = {&object};
static void write(void) { int k = n; slot[k] = &other; slot[k + SECOND] = &other; }
static int read(void) { int *copy[2]; memcpy(copy, slot, sizeof copy); return copy[n] != 0; }
#elif KIND == 10
static int **slot;
static void write(void) { slot[SECOND] = &object; }
static int read(void) { return slot[n] != 0; }
#elif KIND == 11
static int *slot[300] = {[298] = &object};
static void write(void) { slot[298 + SECOND] = &object; }
static int read(void) { return slot[n + 298] != 0; }
#elif KIND == 12
static int *slot[5000] = {&object};
static void write(void) { slot[SECOND] = &object; }
static int read(void) { return slot[n] != 0; }
#elif KIND == 13
static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t *slot[2] = {&lock[0]};
static void write(void) { slot[SECOND] = &lock[1]; }
static int read(void) { pthread_mutex_lock(slot[n]); pthread_mutex_unlock(slot[n]); return 1; }
#elif KIND == 14
static int *slot[2] = {&object, &object};
static void write(void) { memset(slot, 0, sizeof slot); slot[SECOND] = &object; }
static int read(void) { return slot[n] != 0; }
#elif KIND == 15
static int row[20], *slot[20] = {row};
static void write(void) {
	for (int i = 0; i < 19; i++)
		slot[i] = row + i;
	slot[18 + SECOND] = row + 18 + SECOND;
}
static int read(void) { return slot[19 * n] == row + 19 * n; }
#elif KIND == 16
struct entry { int key; int *to; };
static struct entry slot[2] = {{0, &object}};
static void write(void) { struct entry e = {1, &other}; slot[SECOND] = e; }
static int read(void) { struct entry e = slot[n]; return e.to != 0; }
#elif KIND == 17
static int *slot[3] = {0, 0, &object};
static void write(void) { slot[2 - SECOND] = &object; }
static int read(void) { int **end = slot + 3; return end[-1 - n] != 0; }
#elif KIND == 18
static int *slot[3] = {&object}, at[2] = {0, 2};
static void write(void) { slot[2 * SECOND] = &object; }
static int read(void) { return slot[at[n]] != 0; }
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
#if KIND == 10
	slot = calloc(2, sizeof *slot);
	if (!slot)
		return 0;
	slot[0] = &object;
#endif
	pthread_t a, b;
	pthread_create(&a, 0, writer, 0);
	pthread_create(&b, 0, reader, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
#if KIND == 10
	free(slot);
#endif
}
