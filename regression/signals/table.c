/* The action is an initialised constant. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile int handled;

static void handle(int number) {
	handled = 1;
}

static const struct sigaction action = {.sa_handler = HANDLER};

int main(void) {
	sigaction(SIGUSR1, &action, NULL);
	assert(!handled);
}
