/* A bit-field is written by reading, changing and writing its storage unit: what another thread has
 * written to a neighbour in between is lost. */
#include <assert.h>
#include <pthread.h>

struct flags {
	unsigned first : 3;
	PARTED
	unsigned second : 5;
};

static struct flags flags;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *set_first(void *unused) {
	TAKE;
	flags.first = 5;
	GIVE;
	return unused;
}

int main(void) {
	pthread_t thread;
	struct flags *p = &flags;
	pthread_create(&thread, NULL, set_first, NULL);
	TAKE;
	p->second = 17;
	GIVE;
	pthread_join(thread, NULL);
	assert(flags.first == 5 && p->second == 17);
	return 0;
}
