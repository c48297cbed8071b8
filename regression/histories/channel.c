/* A channel with room for one value; receiving waits for one, or for the end.  Threads that wait
 * because the specification says so are no deadlock.  ONE: closing wakes only one of them. */
#include "client.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool is_full, is_closed;
static int value;

static bool put(int new) {
	pthread_mutex_lock(&lock);
	bool can = !is_full && !is_closed;
	if (can) {
		is_full = true;
		value = new;
		pthread_cond_signal(&changed);
	}
	pthread_mutex_unlock(&lock);
	return can;
}

static bool get(int *into) {
	pthread_mutex_lock(&lock);
	while (!is_full && !is_closed)
		pthread_cond_wait(&changed, &lock);
	bool can = is_full;
	if (can)
		*into = value;
	is_full = false;
	pthread_mutex_unlock(&lock);
	return can;
}

static void end(void) {
	pthread_mutex_lock(&lock);
	is_closed = true;
#ifdef ONE
	pthread_cond_signal(&changed);
#else
	pthread_cond_broadcast(&changed);
#endif
	pthread_mutex_unlock(&lock);
}

static void *client(void *number) {
	for (int k = 0; k < OPS; k++) {
		int new = (int)(long)number * OPS + k + 1, found = 0;
		switch (__mt_op(number ? 2 : 5)) {
		case 0: {
			__mt_call(0, new);
			bool can = put(new);
			__mt_return(0, can);
			break;
		}
		case 1: {
			__mt_call(1);
			bool can = get(&found);
			__mt_return(1, can, can ? found : 0);
			break;
		}
		case 2:
			__mt_call(2);
			end();
			__mt_return(2);
			break;
		default: return NULL;
		}
	}
	return NULL;
}

static bool was_full, was_closed;
static int kept;

void __mt_spec_0(int new) {
	bool can = !was_full && !was_closed;
	if (can) {
		was_full = true;
		kept = new;
	}
	__mt_result(0, can);
}

void __mt_spec_1(void) {
	__CPROVER_assume(was_full || was_closed);
	bool can = was_full;
	int found = can ? kept : 0;
	was_full = false;
	kept = 0;
	__mt_result(1, can, found);
}

void __mt_spec_2(void) {
	was_closed = true;
	__mt_result(2);
}

int main(void) {
	run_clients();
	return 0;
}
