/* Two threads copy into one buffer under a lock; the one that comes last is seen. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char buffer[2000], ones[2000], twos[2000];
static unsigned n;

static void *copier(void *from)
{
	pthread_mutex_lock(&m);
	memcpy(buffer, from, n);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void)
{
	pthread_t s, t;
	n = __VERIFIER_nondet_uint();
	if (n < 1000 || n > 2000)
		return 0;
	ones[0] = ones[999] = 1;
	twos[0] = twos[999] = 2;
	pthread_create(&s, NULL, copier, ones);
	pthread_create(&t, NULL, copier, twos);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	assert(buffer[0] == buffer[999] && buffer[0] != 0);
#ifdef BUG
	assert(buffer[0] == 2); /* violated: the other one may be last */
#endif
}
