/* Two numbers: every pair of 0 to 2 is looked at, also those that differ. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int rows, columns, done;

static void *work(void *p)
{
	for (int i = 0; i < rows; i++) {
		if (i == 2)
			__asm__("frobnicate %0" : "+m"(done));
		for (int k = 0; k < columns; k++) {
			if (k == 2)
				__asm__("frobnicate %0" : "+m"(done));
			done++;
		}
	}
	return p;
}

int main(void)
{
	pthread_t t;
	if (scanf("%d %d", &rows, &columns) != 2 || rows < 0 || columns < 0)
		return 1;
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
#ifdef BUG
	assert(rows != 2 || columns != 1 || done != 2);
#else
	assert(done == rows * columns);
#endif
}
