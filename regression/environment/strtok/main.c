/* strtok keeps where it is for all threads together; strtok_r does not. */
#include <pthread.h>
#include <string.h>

static char text[2][6] = {"a b c", "d e f"};

static void *run(void *argument) {
	char *rest, *word = START(text[(long)argument], " ", &rest);
	(void)rest;
	return word;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, run, (void *)1L);
	run((void *)0L);
	pthread_join(t, NULL);
}
