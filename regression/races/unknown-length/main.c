/* Two threads set parts of one buffer, of a length that is not known; they meet only if it is too long. */
#include <pthread.h>
#include <string.h>

#ifndef LONGEST
#define LONGEST 1000
#endif

unsigned __VERIFIER_nondet_uint(void);

static char buffer[2000];
static unsigned n;

static void *upper(void *none)
{
	(void)none;
	memset(buffer + 999, 1, n);
	return NULL;
}

int main(void)
{
	pthread_t t;
	n = __VERIFIER_nondet_uint();
	if (n >= LONGEST)
		return 0;
	pthread_create(&t, NULL, upper, NULL);
	memset(buffer, 2, n); /* races if LONGEST is 1001 */
	pthread_join(t, NULL);
}
