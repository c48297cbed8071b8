/* Each thread begins with the initial value, whatever its creator has stored since. */
#include <assert.h>
#include <pthread.h>

static STORAGE int x = 5;
static _Thread_local struct {
	int n;
	const char *name;
} s = {7, "me"};

static void *run(void *unused) {
	assert(x == 5);
	assert(s.n == 7 && s.name[0] == 'm');
	x = 6;
	return unused;
}

int main(void) {
	pthread_t t;
	x = 8;
	s.n = 1;
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(x == 8 && s.n == 1);
}
