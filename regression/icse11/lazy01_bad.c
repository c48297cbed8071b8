/* lazy01, after the INSPECT benchmarks (University of Utah): the counter reaches its full height
 * only when both writers come before the reader. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data = 0;

static void *add_one(void *unused) {
	pthread_mutex_lock(&lock);
	data++;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *add_two(void *unused) {
	pthread_mutex_lock(&lock);
	data += 2;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *check(void *unused) {
	pthread_mutex_lock(&lock);
	assert(data < 3);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void) {
	pthread_t thread1, thread2, thread3;
	pthread_create(&thread1, NULL, add_one, NULL);
	pthread_create(&thread2, NULL, add_two, NULL);
	pthread_create(&thread3, NULL, check, NULL);
	pthread_join(thread1, NULL);
	pthread_join(thread2, NULL);
	pthread_join(thread3, NULL);
	return 0;
}
