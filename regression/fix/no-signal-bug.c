#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct mailbox {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool is_full;
	int letter;
};

static void put(struct mailbox *b, int letter) {
	pthread_mutex_lock(&b->lock);
	b->letter = letter;
	b->is_full = true;
	pthread_mutex_unlock(&b->lock);
}

static void *get(void *argument) {
	struct mailbox *box = argument;
	pthread_mutex_lock(&box->lock);
	while (!box->is_full)
		pthread_cond_wait(&box->changed, &box->lock);
	box->is_full = false;
	pthread_mutex_unlock(&box->lock);
	return NULL;
}

int main(void) {
	static struct mailbox box = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, 0};
	pthread_t t;
	pthread_create(&t, NULL, get, &box);
	put(&box, 7);
	pthread_join(t, NULL);
}
