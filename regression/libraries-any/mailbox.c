/* A box for one message, under a lock.  BUG: whether it is full is looked at before the lock. */
#include "client.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool full;
static int message;

static bool put(int value) {
#ifdef BUG
	bool fits = !full;
	pthread_mutex_lock(&lock);
#else
	pthread_mutex_lock(&lock);
	bool fits = !full;
#endif
	if (fits) {
		message = value;
		full = true;
	}
	POINT();
	pthread_mutex_unlock(&lock);
	return fits;
}

static bool get(int *value) {
	pthread_mutex_lock(&lock);
	bool has = full;
	*value = message;
	full = false;
	POINT();
	pthread_mutex_unlock(&lock);
	return has;
}

static bool is_full;
static int content;

void __mt_spec_0(int value) {
	if (is_full) {
		__mt_result(0, false);
		return;
	}
	content = value;
	is_full = true;
	__mt_result(0, true);
}

void __mt_spec_1(void) {
	if (!is_full) {
		__mt_result(1, false, 0);
		return;
	}
	is_full = false;
	__mt_result(1, true, content);
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
