/* Memory that no other thread can reach makes no events. */
#include <pthread.h>

int shared, mine;

void *t(void *p) {
	int local = 3;
	shared = local + 1;
	return 0;
}

int main(void) {
	pthread_t a;
	mine = 7;
	pthread_create(&a, 0, t, 0);
	mine = mine + 1;
	shared = mine;
	return 0;
}

// expect: main spawn T1
// expect: main write shared = (_ bv8 32)
// expect: T1 write shared = (_ bv4 32)
// expect: T1 end
