#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
	int hits;
	char key[8];
};
static struct entry *cache;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int lookup(const char *key) {
	pthread_mutex_lock(&m);
	int found = !strcmp(cache->key, key);
	pthread_mutex_unlock(&m);
	return found;
}

static void *rename_it(void *unused) {
	if (LOCKED)
		pthread_mutex_lock(&m);
	memcpy(cache->key, "xyz", 4);
	if (LOCKED)
		pthread_mutex_unlock(&m);
	return unused;
}

int main(void) {
	pthread_t t;
	cache = calloc(1, sizeof *cache);
	if (!cache)
		return 1;
	pthread_create(&t, NULL, rename_it, NULL);
	lookup("abc");
	pthread_join(t, NULL);
	free(cache);
	return 0;
}
