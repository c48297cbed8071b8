/* Two places of one array.  What writer leaves in row[1] nobody reads, so that only what happens
 * before it puts it behind what fill wrote there; row[0] has an order of its own. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int at, x, y;
static int order[2] = {1};
static int two = 2, three = 3;
static int *row[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *argument) {
	row[0] = &two;
	row[1] = &three;
	return argument;
}

static void *writer(void *argument) {
	pthread_mutex_lock(&m);
	(void)(row[1] == NULL || *row[1] <= 2);
	row[order[0]] = NULL;
	x = at & 1;
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void) {
	pthread_t first, second;
	pthread_create(&first, NULL, fill, NULL);
	pthread_join(first, NULL);
	pthread_create(&second, NULL, writer, NULL);
	int k = 1;
	pthread_mutex_lock(&m);
	row[order[k]] = &three;
	if ((y = x) == 1)
		row[order[at]] = &three;
	pthread_mutex_unlock(&m);
	pthread_join(second, NULL);
	int *r = row[at];
	assert(r == NULL || *r <= MOST);
	return 0;
}
