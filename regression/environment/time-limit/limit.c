/* The time limit of a wait is read where the call begins: who changes it meanwhile races with it,
 * also if it is only the seconds. */
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static struct timespec limit = {1, 0};
static struct itimerval interval;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
static int word;

static void *use(void *unused) {
	(void)unused;
#if defined(MUTEX)
	pthread_mutex_timedlock(&m, &limit);
#elif defined(CONDITION)
	pthread_mutex_lock(&m);
	pthread_cond_timedwait(&c, &m, &limit);
	pthread_mutex_unlock(&m);
#elif defined(SEMAPHORE)
	sem_timedwait(&s, &limit);
#elif defined(FUTEX)
	syscall(SYS_futex, &word, FUTEX_WAIT, 0, &limit, NULL, 0);
#else
	setitimer(ITIMER_REAL, &interval, NULL);
#endif
	return NULL;
}

int main(void) {
	pthread_t t;
	sem_init(&s, 0, 0);
#ifdef EARLY
	limit.tv_sec = interval.it_value.tv_sec = 2;
#endif
	pthread_create(&t, NULL, use, NULL);
#ifndef EARLY
	limit.tv_sec = interval.it_value.tv_sec = 2;
#endif
	pthread_join(t, NULL);
	return 0;
}
