/* Static locals keep their value and are initialised before main; each block has its own. */
#include <assert.h>

static int counter(int reset) {
	static int n = 10, *self = &n;
	if (reset) {
		static int n = 100;
		return n++;
	}
	return ++*self;
}

static int *fresh(void) {
	static int array[3] = {1, [2] = 3};
	return array;
}

_Thread_local int local_to_thread = 4;

int main(void) {
	assert(counter(0) == 11 && counter(0) == 12);
	assert(counter(1) == 100 && counter(1) == 101 && counter(0) == 13);
	fresh()[1] = 9;
	assert(fresh()[0] == 1 && fresh()[1] == 9 && fresh()[2] == 3);
	assert(local_to_thread++ == 4);
	extern int later;
	assert(later == 77);
	assert(local_to_thread == 5 + OFF);
	return 0;
}

int later = 77;
