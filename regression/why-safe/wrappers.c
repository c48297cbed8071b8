/* Functions that only lock and unlock: what is needed is said of the places that call them. */
#include <assert.h>
#include <pthread.h>
struct box {
	pthread_mutex_t m;
	int v;
};
static struct box box = {PTHREAD_MUTEX_INITIALIZER, 0};
static void enter(struct box *b) {
	int error = pthread_mutex_lock(&b->m);
	assert(error == 0);
}
static void leave(struct box *b) {
	pthread_mutex_unlock(&b->m);
}
static void *add(void *arg) {
	struct box *b = arg;
#ifndef BUG
	enter(b);
#endif
	b->v++;
#ifndef BUG
	leave(b);
#endif
	return NULL;
}
int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, add, &box);
	pthread_create(&u, NULL, add, &box);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	enter(&box);
	assert(box.v == 2);
	leave(&box);
	return 0;
}
