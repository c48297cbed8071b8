/* Calls without the lock of the stream race with all others on it, unless it is held. */
#include <pthread.h>
#include <stdio.h>

static FILE *f[2];

static void *run(void *argument) {
#ifdef LOCK
	flockfile(f[0]);
#endif
	CALL(f[0]);
#ifdef LOCK
	funlockfile(f[0]);
#endif
	return argument;
}

int main(void) {
	pthread_t t;
	f[0] = stdout;
	f[1] = stderr;
	pthread_create(&t, NULL, run, NULL);
	OTHER(f[WHICH]);
	pthread_join(t, NULL);
}
