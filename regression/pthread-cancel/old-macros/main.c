/* pthread_cleanup_push as older headers have it. */
#include <assert.h>
#include <pthread.h>

void _pthread_cleanup_push(struct _pthread_cleanup_buffer *, void (*)(void *), void *);
void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *, int);

static int x;

static void handler(void *argument) {
	x += *(int *)argument;
}

static void *run(void *argument) {
	struct _pthread_cleanup_buffer buffer, inner;
	int two = 2;
	_pthread_cleanup_push(&buffer, handler, &two);
	_pthread_cleanup_push(&inner, handler, &two);
	_pthread_cleanup_pop(&inner, 1);
	pthread_exit(NULL);
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(x == SUM);
}
