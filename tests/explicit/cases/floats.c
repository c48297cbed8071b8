// expect: assertion 19 contexts 0 preemptions 0
#include <assert.h>
#include <pthread.h>

static float f = 0.5f;
static double d[2] = {-0.0};

static void *t(void *p) {
	f += 0.1f;
	d[1] = f / 3;
	return p;
}

int main(void) {
	pthread_t id;
	pthread_create(&id, 0, t, 0);
	pthread_join(id, 0);
	assert(f == 0.5f + 0.1f);
	assert(f == 0.6);
	assert(!d[0] && d[1] > 0.19 && d[1] < 0.21);
	assert((int)(f * 10) == -(int)-6.5 || 0);
	return 0;
}
