/* What signals a condition variable is an atomic section, which no loop contract stands for. */
#include <pthread.h>

static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

int main(void) {
	int i = 0;
	while (i < 3)
		__CPROVER_loop_assigns(i)
		__CPROVER_loop_invariant(0 <= i && i <= 3)
	{
		pthread_cond_signal(&changed);
		i++;
	}
	return 0;
}
