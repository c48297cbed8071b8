#include <assert.h>
#include <pthread.h>

struct counter {
	pthread_mutex_t lock;
	unsigned now;
	struct {
		int value;
	} *cell;
	int slots[4];
};

int next(struct counter *c) {
	pthread_mutex_lock(&c->lock);
	c->now = c->now LIMIT;
	c->cell->value = 1;
	pthread_mutex_unlock(&c->lock);
	return 0;
}

unsigned slot(struct counter *c) {
	return (unsigned)c->slots[c->now];
}
