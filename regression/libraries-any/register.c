/* A register under a lock, of two halves that are equal.  BUG: it is read without the lock. */
#include "client.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int low, high;

static void set(int value) {
	pthread_mutex_lock(&lock);
	low = value;
	high = value;
	POINT();
	pthread_mutex_unlock(&lock);
}

static bool get(int *value) {
#ifdef BUG
	*value = low;
	bool same = high == *value;
	POINT();
#else
	pthread_mutex_lock(&lock);
	*value = low;
	bool same = high == *value;
	POINT();
	pthread_mutex_unlock(&lock);
#endif
	return same;
}

static int content;

void __mt_spec_0(int value) {
	content = value;
	__mt_result(0);
}

void __mt_spec_1(void) {
	__mt_result(1, true, content);
}

enum { OPERATIONS = 2 };

static void call(int op) {
	if (op == 0) {
		int v = __VERIFIER_nondet_int();
		__mt_call(0, v);
		set(v);
		__mt_return(0);
	} else {
		int v = 0;
		__mt_call(1);
		bool r = get(&v);
		__mt_return(1, r, v);
	}
}

static void prepare(void) {
}

#include "main.h"
