/* Two threads that access different bit-fields of one storage unit, in different bytes of it, race. */
#include <pthread.h>

static struct {
	unsigned first : 8;
	PARTED
	unsigned second : 8;
} s;

static void *run(void *unused) {
	s.first = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	ACCESS;
	pthread_join(t, NULL);
	return 0;
}
