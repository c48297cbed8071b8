/* Functions with hidden state that neither C nor POSIX require to be thread-safe. */
#define _GNU_SOURCE
#include <dirent.h>
#include <locale.h>
#include <netdb.h>
#include <pthread.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char text[2][4] = {"a b", "c d"};
static unsigned seed[2];
static const time_t moment;
static struct tm date[2];

static void *run(void *argument) {
#ifdef LOCK
	pthread_mutex_lock(&m);
#endif
	CALL(0);
#ifdef LOCK
	pthread_mutex_unlock(&m);
#endif
	return NULL;
}

int main(void) {
	pthread_t t;
	(void)seed, (void)text, (void)moment, (void)date;
	pthread_create(&t, NULL, run, NULL);
#ifdef LOCK
	pthread_mutex_lock(&m);
#endif
	OTHER(1);
#ifdef LOCK
	pthread_mutex_unlock(&m);
#endif
	pthread_join(t, NULL);
}
