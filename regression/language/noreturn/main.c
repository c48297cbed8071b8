/* A function that is declared noreturn and returns: what the compiler puts behind the call runs. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf there;
static int code;

_Noreturn static void jump(void) {
	longjmp(there, 1);
}

__attribute__((noreturn)) static void *end(void *unused) {
	pthread_exit(unused);
}

void die(int) __attribute__((noreturn));
void die(int with) {
	if (with)
		exit(with);
#ifndef BUG
	abort();
#endif
}

int main(void) {
	pthread_t t;
	if (!setjmp(there))
		jump();
	pthread_create(&t, NULL, end, NULL);
	pthread_join(t, NULL);
	die(code);
}
