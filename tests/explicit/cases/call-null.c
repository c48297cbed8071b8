// expect: race at contexts 1 preemptions 1
// expect: pointer 17 contexts 1 preemptions 1
#include <pthread.h>
#include <stddef.h>
static int f(int k) {
	return k;
}
static int (*h[2])(int) = {f};
static int at;
static void *t(void *p) {
	at = 1;
	return p;
}
int main(void) {
	pthread_t id;
	pthread_create(&id, NULL, t, NULL);
	int r = h[at](1);
	pthread_join(id, NULL);
	return r - r;
}
