/* A reader of a sequence lock, and a writer that never stops (BUG), by --server: the reader may see a
 * change each time.  The number has one bit, so that states recur; else the writer writes once. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;

static void *writer(void *unused) {
#ifdef BUG
	for (;;)
#endif
	{
		sequence = 1;
		sequence = 0;
	}
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, writer, 0);
	unsigned begin;
	do
		begin = sequence;
	while (begin % 2 || begin != sequence);
	return 0;
}
