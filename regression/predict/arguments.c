/* The arguments of main exist before its first instruction. */
#include <assert.h>
#include <pthread.h>

static int x;

static void *use(void *arg) {
	char **argv = arg;
	if (argv[0])
		x++;
	return 0;
}

int main(int argc, char **argv) {
	pthread_t a, b;
	pthread_create(&a, 0, use, argv);
	pthread_create(&b, 0, use, argv);
	pthread_join(a, 0);
	pthread_join(b, 0);
#ifdef TWO
	assert(x == 2);
#else
	assert(argc < 1 || x > 0);
#endif
	return 0;
}
