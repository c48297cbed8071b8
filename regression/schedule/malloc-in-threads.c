/* Each thread makes a node and puts it into the list; BUG: reading and writing the head are apart.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
	int value;
	struct node *next;
};

static struct node *head;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *arg) {
	struct node *new = malloc(sizeof *new);
	new->value = *(int *)arg;
	pthread_mutex_lock(&m);
	new->next = head;
#ifdef BUG
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
#endif
	head = new;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t a, b;
	int one = 1, two = 2;
	pthread_create(&a, NULL, push, &one);
	pthread_create(&b, NULL, push, &two);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	int sum = 0;
	for (struct node *n = head; n; n = n->next)
		sum += n->value;
	assert(sum == 3);
}
