/* The null pointer comes from another thread, and a member is written through it. */
#include <assert.h>
#include <pthread.h>

struct node {
	long key;
	struct node *next;
};

static struct node first, *list = &first;
int done;

static void *writer(void *none)
{
	(void)none;
	list = NULL;
#ifdef BUG
	done = 1;
#endif
	return NULL;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	list->next = &first;
	int seen = done;
	assert(!seen);
	return 0;
}
