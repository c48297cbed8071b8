// What executions rest on: a function that nobody calls is not named, one that needs a switch is.
// options: --assumptions
// expect: option thread-create-may-fail contexts 0 preemptions 0
// expect: option malloc-may-fail contexts 0 preemptions 0
// expect: function value contexts 0 preemptions 0
// expect: function note contexts 1 preemptions 1
// expect: function stop contexts 1 preemptions 1
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void note(int);
void never(int);
int value(void);
__attribute__((noreturn)) void stop(void);
_Atomic int x;

static void *write(void *argument) {
	x = 4;
	return argument;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, write, NULL);
	free(malloc(1));
	int seen = x, got = value();
	if (seen == 4)
		note(seen);
	if (seen == 5 || got > 3)
		never(seen);
	if (seen == 4 && got == 2)
		stop();
	assert(seen != 4 || got != 2);
	return 0;
}
