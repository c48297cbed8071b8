/* Which operation a call is of, is an input: nothing can be said, and nothing crashes. */
#include <pthread.h>

void __mt_begin(void);
int __mt_op(unsigned long long);
void __mt_call(int, ...);
void __mt_return(int, ...);
int __VERIFIER_nondet_int(void);

static void *client(void *unused) {
	(void)unused;
	__mt_op(1);
	__mt_call(__VERIFIER_nondet_int());
	__mt_return(0);
	return 0;
}

int main(void) {
	pthread_t id;
	__mt_begin();
	pthread_create(&id, 0, client, 0);
	pthread_join(id, 0);
	return 0;
}
