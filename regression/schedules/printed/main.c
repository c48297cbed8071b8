/* Another thread may take the end of a string away before it is printed. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char text[4] = "abc";

static void *run(void *argument) {
	pthread_mutex_lock(&m);
	text[3] = 'd';
	if (LOCKED)
		text[3] = 0;
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	pthread_mutex_lock(&m);
	printf("%s", text);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
}
