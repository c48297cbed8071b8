/* A thread reads the arguments of main, which were made before main had a first event. */
#include <assert.h>
#include <pthread.h>
int x;
static void *f(void *p) {
	char **argv = p;
	if (argv[0])
		x = argv[0][7] == 0;
	return p;
}
int main(int argc, char **argv) {
	pthread_t t;
	pthread_create(&t, 0, f, argv);
	pthread_join(t, 0);
	assert(argc == 0 || x == 1);
#ifdef BUG
	assert(argc < 2 || argv[1][0] != 'x');
#endif
	return 0;
}
