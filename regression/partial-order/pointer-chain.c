/* A pointer in a node of a list, which another thread takes out of it. */
#include <assert.h>
#include <pthread.h>

struct node {
	struct node *next;
	int value;
};

static struct node last = {NULL, 3}, middle = {&last, 2}, first = {&middle, 1};

static void *take_out(void *unused) {
	first.next = middle.next;
	middle.value = 4;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, take_out, NULL);
	struct node *second = first.next;
	int value = second->value;
	assert(CONDITION);
	pthread_join(t, NULL);
	return 0;
}
