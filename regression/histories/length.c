/* A counter under a lock.  UNLOCKED: its value is read without the lock, which is linearizable, and a
 * data race: the racing access is the first visible one of its call. */
#include "client.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int length;

static void add(void) {
	pthread_mutex_lock(&lock);
	length++;
	pthread_mutex_unlock(&lock);
}

static int get(void) {
#ifdef UNLOCKED
	return length;
#else
	pthread_mutex_lock(&lock);
	int now = length;
	pthread_mutex_unlock(&lock);
	return now;
#endif
}

static void *client(void *number) {
	(void)number;
	for (int k = 0; k < OPS; k++)
		switch (__mt_op(3)) {
		case 0:
			__mt_call(0);
			add();
			__mt_return(0);
			break;
		case 1: {
			__mt_call(1);
			int now = get();
			__mt_return(1, now);
			break;
		}
		default: return NULL;
		}
	return NULL;
}

static int kept;

void __mt_spec_0(void) {
	kept++;
	__mt_result(0);
}

void __mt_spec_1(void) {
	__mt_result(1, kept);
}

int main(void) {
	run_clients();
	return 0;
}
