/* Memory that a thread reads before anybody has written it: it may hold every value. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, object;

#if KIND == 1
static int *p;
static void write(void) { p[0] = 1; }
static int read(void) { return p[0] != 77; }
#elif KIND == 2
static int *p;
static void write(void) { *(char *)p = 5; }
static int read(void) { return *p != 0x1005; }
#elif KIND == 3
static int **p;
static void write(void) { p[0] = &object; }
static int read(void) { return p[0] == &object; }
#elif KIND == 4
static int **p;
static void write(void) { p[0] = p[1] = &object; }
static int read(void) { return p[done] == &object; }
#endif

static void *writer(void *u) {
	pthread_mutex_lock(&m);
	write();
	done = 1;
	pthread_mutex_unlock(&m);
	return u;
}

static void *reader(void *u) {
	pthread_mutex_lock(&m);
#ifdef BUG
	assert(read());
#else
	assert(KIND != 2 && done ? read() : 1);
#endif
	pthread_mutex_unlock(&m);
	return u;
}

int main(void) {
#ifdef LOCAL
	void *words[4];
	p = (void *)words;
#else
	p = malloc(4 * sizeof(void *));
	if (!p)
		return 0;
#endif
	pthread_t a, b;
	pthread_create(&a, 0, writer, 0);
	pthread_create(&b, 0, reader, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
#ifndef LOCAL
	free(p);
#endif
}
