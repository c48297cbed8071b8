/* --async-signal-check: a handler must not call what it may have interrupted. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void handle(int number) {
	CALL;
}

int main(void) {
	signal(SIGUSR1, handle);
	puts("working");
	sleep(1);
}
