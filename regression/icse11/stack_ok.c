/* stack, the array stack of Cormen et al., "Introduction to algorithms", between two threads: one
 * pushes, one pops. */
#include <assert.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 10
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[SIZE];
static int top = 0;
static _Bool wrong = 0;

static void push(int element) {
	if (top == SIZE)
		wrong = 1;
	else
		stack[top++] = element;
}

static int pop(void) {
	if (top == 0) {
		wrong = 1;
		return -1;
	}
	return stack[--top];
}

static void *push_all(void *unused) {
	for (int i = 0; i < SIZE; i++) {
		pthread_mutex_lock(&lock);
		push(1);
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

static void *pop_all(void *unused) {
	for (int i = 0; i < SIZE; i++) {
		pthread_mutex_lock(&lock);
		if (top > 0)
			pop();
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void) {
	pthread_t pusher, popper;
	pthread_create(&pusher, NULL, push_all, NULL);
	pthread_create(&popper, NULL, pop_all, NULL);
	pthread_join(pusher, NULL);
	pthread_join(popper, NULL);
	assert(!wrong);
	return 0;
}
