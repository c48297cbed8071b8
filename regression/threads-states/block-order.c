/* Threads allocate the elements of one list: which of them made an element makes no difference. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define EACH 4

struct node {
	struct node *next;
	int value;
};

static struct node *head;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *unused) {
	for (int i = 0; i < EACH; i++) {
		struct node *n = malloc(sizeof *n);
		if (n == NULL)
			exit(1);
		n->value = 1;
		pthread_mutex_lock(&mutex);
		n->next = head;
		head = n;
		pthread_mutex_unlock(&mutex);
	}
	return unused;
}

int main(void) {
	pthread_t t, u;
	pthread_create(&t, NULL, push, NULL);
	pthread_create(&u, NULL, push, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	int sum = 0;
	for (const struct node *n = head; n != NULL; n = n->next)
		sum += n->value;
#ifdef LOST
	assert(sum < 2 * EACH);
#endif
	assert(sum == 2 * EACH);
	return 0;
}
