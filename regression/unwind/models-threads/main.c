/* The same with threads: both loops go up to their bounds, and in that of strlen known bytes are free. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char text[6];
static unsigned long length;

static void *measure(void *arg)
{
	length = strlen(text);
	return arg;
}

char __VERIFIER_nondet_char(void);

int main(void)
{
	pthread_t t;
	for (int i = 0; i < 4; i++)
		text[i] = __VERIFIER_nondet_char();
	pthread_create(&t, NULL, measure, NULL);
	pthread_join(t, NULL);
	assert(length != LENGTH);
}
