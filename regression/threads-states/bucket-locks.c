/* A hash table with a lock for each bucket; the keys are inputs.  Each thread finds what it has
 * inserted, whatever the other one inserts meanwhile. */
#include <assert.h>
#include <pthread.h>

#ifndef BUCKETS
#define BUCKETS 5
#endif

unsigned nondet_uint(void);

struct node {
	unsigned key;
	struct node *next;
};

static struct {
	pthread_mutex_t lock;
	struct node *head;
} table[BUCKETS];

static void insert(struct node *n) {
	unsigned b = n->key % BUCKETS;
	pthread_mutex_lock(&table[b].lock);
	n->next = table[b].head;
	table[b].head = n;
	pthread_mutex_unlock(&table[b].lock);
}

static int find(unsigned key) {
	unsigned b = key % BUCKETS;
	int found = 0;
	pthread_mutex_lock(&table[b].lock);
	for (struct node *n = table[b].head; n; n = n->next)
		if (n->key == key)
			found = 1;
	pthread_mutex_unlock(&table[b].lock);
	return found;
}

static void *work(void *p) {
	struct node *n = p;
	n->key = nondet_uint();
	insert(n);
	return p;
}

int main(void) {
	static struct node x, y;
	pthread_t a, b;
	for (int i = 0; i < BUCKETS; i++)
		pthread_mutex_init(&table[i].lock, NULL);
	pthread_create(&a, NULL, work, &x);
	pthread_create(&b, NULL, work, &y);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(find(x.key) && find(y.key));
#ifdef BUG
	assert(x.key % BUCKETS != 3 || y.key % BUCKETS != 3 || y.next != &x);
#endif
	return 0;
}
