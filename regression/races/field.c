/* Fields of a structure lie beside each other; fields of a union, and the whole structure, do not.
 */
#include <pthread.h>

static struct {
	char first, second;
	union {
		char low;
		short both;
	} u;
} s, copy;

static void *run(void *unused) {
	s.first = 1;
	s.u.low = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	ACCESS;
	pthread_join(t, NULL);
	(void)&copy;
}
