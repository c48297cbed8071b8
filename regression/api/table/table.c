/* Keys with a value each, under a lock.  A key that is there is not put again; get returns 1 if it
 * has found the key.  ERRNO: it returns 0 then, and -EAGAIN otherwise.  UNLOCKED: put does not
 * lock. */
#include "table.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 4 };

struct table {
	pthread_mutex_t lock;
	int room, n, key[MOST], value[MOST];
};

struct table *table_new(int room) {
	struct table *t = calloc(1, sizeof *t);
	if (t) {
		pthread_mutex_init(&t->lock, NULL);
		t->room = room;
	}
	return t;
}

static int find(const struct table *t, int key) {
	int at = t->n;
	while (at-- > 0 && t->key[at] != key)
		;
	return at;
}

bool table_put(struct table *t, int key, int value) {
#ifndef UNLOCKED
	pthread_mutex_lock(&t->lock);
#endif
	bool puts = find(t, key) < 0 && t->n < t->room;
	if (puts) {
		t->key[t->n] = key;
		t->value[t->n++] = value;
	}
#ifndef UNLOCKED
	pthread_mutex_unlock(&t->lock);
#endif
	return puts;
}

int table_get(struct table *t, int key, int *value) {
	pthread_mutex_lock(&t->lock);
	int at = find(t, key);
	if (at >= 0)
		*value = t->value[at];
	pthread_mutex_unlock(&t->lock);
#ifdef ERRNO
	return at >= 0 ? 0 : -EAGAIN;
#else
	return at >= 0;
#endif
}

void table_free(struct table *t) {
	pthread_mutex_destroy(&t->lock);
	free(t);
}
