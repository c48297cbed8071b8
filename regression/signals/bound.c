/* How often a signal may arrive is a bound, which the verdict names. */
#include <assert.h>
#include <signal.h>

static volatile int handled;

static void count(int number) {
	handled++;
}

int main(void) {
	signal(SIGHUP, count);
	assert(handled < 2);
}
