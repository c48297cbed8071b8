// expect: race place contexts 1 preemptions 1
// expect: pointer 17 contexts 1 preemptions 1
// A pointer across two words is read in two halves.
#include <pthread.h>
static int a, b;
static struct {
	int k;
	int *p;
} __attribute__((packed)) place = {0, &a};
static void *t(void *p) {
	place.p = &b;
	return p;
}
int main(void) {
	pthread_t id;
	pthread_create(&id, NULL, t, NULL);
	*place.p = 1;
	pthread_join(id, NULL);
	return 0;
}
