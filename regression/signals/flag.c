/* The loop ends only because a signal arrives. */
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t stop;

static void on_interrupt(int number) {
	stop = number == SIGINT ? VALUE : 0;
}

int main(void) {
	signal(SIGINT, on_interrupt);
	while (!stop)
		;
	assert(stop == 1);
}
