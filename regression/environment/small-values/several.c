/* One call reads several numbers: that all of them are the same small one says nothing about the others. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int n[2], done;

static void *work(void *p)
{
	for (int i = 0; i < n[0]; i++) {
		if (i == 4)
			__asm__("frobnicate %0" : "+m"(done));
		done++;
	}
	return p;
}

int main(void)
{
	pthread_t t;
	for (int i = 0; i < 2; i++)
		if (scanf("%d", &n[i]) != 1 || n[i] < 0)
			return 1;
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
#ifdef BUG
	assert(n[0] != 3 || n[1] != 2);
#else
	assert(done == n[0]);
#endif
}
