/* Signals with values are not modelled. */
#include <signal.h>
#include <unistd.h>

int main(void) {
	union sigval v = {.sival_int = 1};
	if (SENDS)
		sigqueue(getpid(), SIGUSR1, v);
}
