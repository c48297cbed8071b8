/* A structure is copied with all its bit-fields, whichever units they are in. */
#include <assert.h>
#include <pthread.h>

struct all {
	int a : 20;
	long long b : 40;
	int c : 5;
	char d;
	unsigned e : 7, f : 20, g : 10;
};

static struct all shared;

static void *write(void *unused) {
	struct all mine = {-3, -5, 7, 1, 100, 1000, 1000};
	shared = mine;
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, NULL, write, NULL);
#ifdef EARLY
	struct all seen = shared;
#endif
	pthread_join(thread, NULL);
#ifndef EARLY
	struct all seen = shared;
#endif
	assert(seen.a == -3 && seen.b == -5 && seen.c == 7 && seen.d == 1);
	assert(seen.e == 100 && seen.f == 1000 && seen.g == 1000);
	return 0;
}
