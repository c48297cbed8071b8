/* strftime reads the date that it is given. */
#include <pthread.h>
#include <time.h>

static struct tm date;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument) {
	pthread_mutex_lock(&m);
	date.tm_hour++;
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void) {
	char text[20];
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
#ifdef LOCK
	pthread_mutex_lock(&m);
#endif
	strftime(text, sizeof text, "%H:%M", &date);
#ifdef LOCK
	pthread_mutex_unlock(&m);
#endif
	pthread_join(t, NULL);
}
