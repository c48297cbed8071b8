/* Neighbouring bit-fields are one place in memory, unless one of width zero parts them. */
#include <pthread.h>

static struct {
	unsigned a : 4;
	PARTED
	unsigned b : 4;
} s;

static void *run(void *unused) {
	s.a = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	s.b = 1;
	pthread_join(t, NULL);
}
