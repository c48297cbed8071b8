/* What a thread can see of it, though it is no argument itself. */
#include <assert.h>
#include <pthread.h>

struct box {
	int *content;
};

extern void fill(struct box);
int shared, other;

static void *watch(void *unused) {
	(void)unused;
	assert(shared == 0);
	return NULL;
}

int main(void) {
	pthread_t t;
	struct box box = {&WHICH};
	pthread_create(&t, NULL, watch, NULL);
	fill(box);
	pthread_join(t, NULL);
	return 0;
}
