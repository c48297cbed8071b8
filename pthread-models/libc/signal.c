/* Signals are never delivered; setting a handler succeeds. */
#include "../mc.h"

typedef void (*handler)(int);

handler signal(int number, handler h) {
	(void)number, (void)h;
	return (handler)0;
}

int sigaction(int number, const void *new, void *old) {
	(void)number, (void)new;
	if (old != NULL)
		__mc_unsupported("sigaction: asking for the old handler");
	return 0;
}

enum { SET_BYTES = 128 }; /* sizeof(sigset_t) */

int sigemptyset(void *set) {
	__mc_assert(__mc_writable(set, SET_BYTES), "pointer",
	            "sigemptyset writes outside of an object");
	__mc_set(set, 0, SET_BYTES);
	return 0;
}

int sigfillset(void *set) {
	__mc_assert(__mc_writable(set, SET_BYTES), "pointer", "sigfillset writes outside of an object");
	__mc_set(set, 0xff, SET_BYTES);
	return 0;
}

int sigaddset(unsigned long *set, int number) {
	set[0] |= 1UL << ((unsigned)(number - 1) % (8 * sizeof *set));
	return 0;
}

int sigprocmask(int how, const void *new, void *old) {
	(void)how, (void)new;
	if (old != NULL) {
		__mc_assert(__mc_writable(old, SET_BYTES), "pointer",
		            "sigprocmask writes outside of an object");
		__mc_havoc(old, SET_BYTES);
	}
	return 0;
}

int pthread_sigmask(int how, const void *new, void *old) {
	return sigprocmask(how, new, old);
}

int raise(int number) {
	(void)number;
	__mc_unsupported("raise: signals");
	return 0;
}

int kill(int pid, int number) {
	(void)pid, (void)number;
	__mc_unsupported("kill: signals");
	return 0;
}
