/* A lock made of gcc's builtins; an error call where others have an assertion.  BUG: the lock is
 * not released by who has it. */
#include "any.h"

void reach_error(void);
static int lock, inside;

static void *worker(void *arg) {
	while (!__sync_bool_compare_and_swap(&lock, 0, 1)) {
#ifdef BUG
		__sync_lock_release(&lock);
#endif
	}
	if (__sync_add_and_fetch(&inside, 1) != 1)
		reach_error();
	__sync_sub_and_fetch(&inside, 1);
	__sync_lock_release(&lock);
	return arg;
}

int main(void) {
	pthread_t t;
	while (more())
		pthread_create(&t, NULL, worker, NULL);
}
