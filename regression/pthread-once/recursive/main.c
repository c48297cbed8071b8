/* A routine that asks for itself waits for itself. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT, other = PTHREAD_ONCE_INIT;

static void nothing(void) {
}

static void routine(void) {
	pthread_once(&CONTROL, nothing);
}

int main(void) {
	pthread_once(&once, routine);
}
