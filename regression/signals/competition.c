/* Under a property file no signal comes from outside, unless the user says so. */
#include <signal.h>

void reach_error(void) {
}

static void handle(int number) {
	reach_error();
}

int main(void) {
	signal(SIGTERM, handle);
}
