/* What is printed is read: up to its end, and no further. */
#include <pthread.h>
#include <stdio.h>

static char text[8] = "abc";

static void *run(void *argument) {
	text[AT] = 'x';
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, NULL);
	PRINT;
	pthread_join(t, NULL);
}
