/* Two threads each write a value of their own, which depends on who comes first to a counter between the
 * choice of the operation and its call, and get a number: the later one has the last word.
 * FIXED: all write the same value, whatever they were given. */
#include "client.h"

void __CPROVER_assume(bool);
static atomic_int turns, value, done, started;

static int put(int new) {
	int turn = turns++;
	__CPROVER_assume(turns == 2);
	if (turn)
		value = new;
	return turn;
}

static void *client(void *number) {
	(void)number;
	if (__mt_op(1) == 0) {
		int new = started++ == 0;
		__mt_call(0, new);
#ifdef FIXED
		new = 0;
#endif
		int turn = put(new);
		__mt_return(0, turn);
	}
	done++;
	return NULL;
}

static int spec_turns, kept;

void __mt_spec_0(int new) {
	kept = new;
	__mt_result(0, spec_turns++);
}

void __mt_spec_1(void) {
	__mt_result(1, kept);
}

int main(void) {
	pthread_t any;
	__mt_begin();
	pthread_create(&any, NULL, client, NULL);
	pthread_create(&any, NULL, client, NULL);
	__CPROVER_assume(done == 2);
	if (__mt_op(2) == 1) {
		__mt_call(1);
		int now = value;
		__mt_return(1, now);
	}
	return 0;
}
