/* A ring of two, under a lock.  BUG: it takes one more than it has room for. */
#include "client.h"

enum { SIZE = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slot[SIZE];
static unsigned first, used;

static bool put(int value) {
	bool fits = false;
	pthread_mutex_lock(&lock);
#ifdef BUG
	if (used <= SIZE) {
#else
	if (used < SIZE) {
#endif
		slot[(first + used) % SIZE] = value;
		used++;
		fits = true;
	}
	POINT();
	pthread_mutex_unlock(&lock);
	return fits;
}

static bool get(int *value) {
	bool has = false;
	pthread_mutex_lock(&lock);
	if (used > 0) {
		*value = slot[first];
		first = (first + 1) % SIZE;
		used--;
		has = true;
	}
	POINT();
	pthread_mutex_unlock(&lock);
	return has;
}

/* The same without an index: the older one is in 'a'. */
static int a, b;
static unsigned n;

void __mt_spec_0(int value) {
	if (n == SIZE) {
		__mt_result(0, false);
		return;
	}
	if (n == 0)
		a = value;
	else
		b = value;
	n++;
	__mt_result(0, true);
}

void __mt_spec_1(void) {
	if (n == 0) {
		__mt_result(1, false, 0);
		return;
	}
	int r = a;
	a = b;
	n--;
	__mt_result(1, true, r);
}

enum { OPERATIONS = 2 };

static void call(int op) {
	if (op == 0) {
		int v = __VERIFIER_nondet_int();
		__mt_call(0, v);
		bool r = put(v);
		__mt_return(0, r);
	} else {
		int v = 0;
		__mt_call(1);
		bool r = get(&v);
		__mt_return(1, r, r ? v : 0);
	}
}

static void prepare(void) {
}

#include "main.h"
