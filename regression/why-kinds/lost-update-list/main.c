/* Cause: T1 and T2 link their elements before the same head (16), and the second to set it (18) loses the other's. */
#include <assert.h>
#include <pthread.h>

struct element {
	struct element *next;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct element first, second, *head;

static void *push(void *p) {
	struct element *e = p;

	pthread_mutex_lock(&m);
	e->next = head;
	pthread_mutex_unlock(&m);
	head = e; /* too late */
	return NULL;
}

int main(void) {
	pthread_t a, b;
	unsigned n = 0;
	pthread_create(&a, NULL, push, &first);
	pthread_create(&b, NULL, push, &second);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	for (const struct element *e = head; e; e = e->next)
		n++;
	assert(n == 2);
	return 0;
}
