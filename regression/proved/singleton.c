/* A lazily initialised singleton that reads getenv.  The bug: it is not locked in between. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct config {
	int level;
	char name[16];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *instance;
static int made;

static struct config *get(void) {
#ifdef BUG /* two threads may both find nothing */
	pthread_mutex_lock(&lock);
	bool is_new = !instance;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
#else
	pthread_mutex_lock(&lock);
	bool is_new = !instance;
#endif
	if (is_new) {
		struct config *c = malloc(sizeof *c);
		if (c) {
			const char *level = getenv("APP_LEVEL"), *name = getenv("APP_NAME");
			c->level = level && level[0] >= '0' && level[0] <= '9' ? level[0] - '0' : 1;
			strncpy(c->name, name ? name : "app", sizeof c->name - 1);
			c->name[sizeof c->name - 1] = 0;
			made++;
			instance = c;
		}
	}
	struct config *c = instance;
	pthread_mutex_unlock(&lock);
	return c;
}

static void *user(void *p) {
	struct config *c = get();
	if (c) {
		assert(c->level >= 0 && c->level <= 9);
		assert(strlen(c->name) < sizeof c->name);
	}
	return p;
}

int main(void) {
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		if (pthread_create(&t[i], NULL, user, NULL))
			return 1;
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	assert(made <= 1);
	free(instance);
	return 0;
}
