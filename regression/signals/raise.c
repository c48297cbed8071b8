/* raise() returns when the handler has; what the program sends itself does not count. */
#include <assert.h>
#include <signal.h>

static int sum;

static void add(int number) {
	sum += number;
}

int main(void) {
	signal(SIGUSR2, add);
	for (int i = 0; i < 3; i++)
		raise(SENT);
	assert(sum == 3 * SIGUSR2);
}
