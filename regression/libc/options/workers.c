/* Letters that set a flag, take a number or are unknown; then threads.  -v makes a thread skip its lock. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int verbose, workers = 1, total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
#ifdef BUG
	if (verbose < 2)
#endif
		pthread_mutex_lock(&lock);
	int seen = total;
	total = seen + 1; /* violated: two threads may see the same */
#ifdef BUG
	if (verbose < 2)
#endif
		pthread_mutex_unlock(&lock);
	return argument;
}

int main(int argc, char **argv)
{
	int c;
	while ((c = getopt(argc, argv, "vqn:w:h")) != -1)
		switch (c) {
		case 'v': verbose++; break;
		case 'q': verbose = 0; break;
		case 'w': workers = atoi(optarg); break;
		case 'n': break;
		default: return 2;
		}
	if (workers < 1 || workers > 2)
		return 2;
	pthread_t t[2];
	for (int i = 0; i < workers; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < workers; i++)
		pthread_join(t[i], NULL);
	assert(total == workers);
}
