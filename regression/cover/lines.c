/* For --lcov: a loop, several cases, and what is never executed. */
#include <pthread.h>

static int x;

static int never(int a) {
	return a + 1;
}

static int shape(int a) {
	int b = a;
	for (int i = 0; i < 3; i++)
		b += 2;
	switch (b) {
	case 1:
		return 2;
	case 8:
		b = 1;
		break;
	default:
		b = never(b);
	}
	return b;
}

static void *run(void *arg) {
	x = shape(2);
	if (arg)
		x = never(x);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, 0, run, 0);
	pthread_join(t, 0);
	return x == 1 ? 0 : 1;
}
