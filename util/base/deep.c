#include "util/base/deep.h"

#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>

#define STACK_BYTES ((size_t)1 << 30)
#define LEAST_BYTES ((size_t)8 << 20)
#define GUARD_BYTES ((size_t)16 << 20) /* no frame is so large that it would reach over it */

struct call {
	void (*f)(void *);
	void *data;
};

static _Thread_local uintptr_t stack_low; /* the guard lies below; 0: not a deep stack */

static void note_stack(void) {
	pthread_attr_t attr;
	void *low;
	size_t size;
	pthread_getattr_np(pthread_self(), &attr);
	pthread_attr_getstack(&attr, &low, &size);
	pthread_attr_destroy(&attr);
	stack_low = (uintptr_t)low;
}

static void *start(void *data) {
	struct call *call = data;
	static char signal_stack[65536]; /* one deep thread at a time */
	stack_t alternate = {.ss_sp = signal_stack, .ss_size = sizeof signal_stack};
	note_stack();
	sigaltstack(&alternate, NULL);
	call->f(call->data);
	alternate.ss_flags = SS_DISABLE;
	sigaltstack(&alternate, NULL);
	return NULL;
}

bool deep_run(void (*f)(void *), void *data) {
	struct call call = {f, data};
	pthread_attr_t attr;
	pthread_t thread;
	if (stack_low) {
		f(data);
		return true;
	}
	bool started = false;
	/* The thread would have a malloc arena of its own, which grows page by page, with a system call
	 * each.  Only what is said before it begins keeps it in the arena of the caller, who waits. */
	mallopt(M_ARENA_MAX, 1);
	pthread_attr_init(&attr);
	pthread_attr_setguardsize(&attr, GUARD_BYTES);
	/* A limit of memory may be lower. */
	for (size_t size = STACK_BYTES; !started && size >= LEAST_BYTES; size /= 2) {
		pthread_attr_setstacksize(&attr, size);
		started = !pthread_create(&thread, &attr, start, &call);
	}
	pthread_attr_destroy(&attr);
	if (started)
		pthread_join(thread, NULL);
	return started;
}

bool deep_overflowed(const void *address) {
	uintptr_t at = (uintptr_t)address;
	return stack_low && at < stack_low && at + GUARD_BYTES >= stack_low;
}
