/* Figure 1 (a) of Cordeiro and Fischer, "Verifying multi-threaded software using SMT-based
 * context-bounded model checking", ICSE 2011.  Each thread increments x and takes that back if the
 * other one was first.  If both come to think so, x ends as 0. */
#include <assert.h>
#include <pthread.h>

int x = 0;

void *t1(void *arg) {
	x++;
	if (x > 1)
		x--;
	return NULL;
}

void *t2(void *arg) {
	_Bool y;
	x++;
	y = (x > 1);
	if (y)
		x--;
	return NULL;
}

int main(void) {
	pthread_t id1, id2;
	pthread_create(&id1, NULL, t1, NULL);
	pthread_create(&id2, NULL, t2, NULL);
	pthread_join(id1, NULL);
	pthread_join(id2, NULL);
	assert(x == 1);
	return 0;
}
