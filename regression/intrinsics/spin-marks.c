/* Two threads wait in turn, as the marks of other verifiers say; who comes first is decided by the order of creation. */
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_loop_begin(void);
extern void __VERIFIER_spin_start(void);
extern void __VERIFIER_spin_end(int);
extern void __VERIFIER_loop_bound(int);
extern unsigned __VERIFIER_tid(void);

#define AWAIT_WHILE(c) \
	for (__VERIFIER_loop_begin(); \
	     __VERIFIER_spin_start(), (c) ? 1 : (__VERIFIER_spin_end(1), 0); __VERIFIER_spin_end(0))

atomic_uint turn = 1;
int order[2], next;

static void *wait_for_turn(void *unused) {
	(void)unused;
	unsigned me = __VERIFIER_tid();
	AWAIT_WHILE(turn != TURN)
		;
	order[next++] = (int)me;
	turn = me + 1;
	return NULL;
}

int main(void) {
	pthread_t t[2];
	__VERIFIER_loop_bound(3);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, wait_for_turn, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	__CPROVER_assert(__VERIFIER_tid() == 0, "main is the first");
	__CPROVER_assert(order[0] == 1 && order[1] == 2, "in their turns");
	return 0;
}
