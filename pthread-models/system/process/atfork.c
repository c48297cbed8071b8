/* pthread_atfork: what runs around fork. */
#include "process.h"

enum { ATFORK_HANDLERS = 16 };

static struct { void (*when[3])(void); } atfork_handlers[ATFORK_HANDLERS];
static int atfork_count;

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
	int error = __model_lack(ENOMEM, ENOMEM);
	if (error != 0)
		return error;
	__mc_atomic_begin();
	int n = atfork_count;
	if (n == ATFORK_HANDLERS)
		__mc_unsupported("more than 16 calls of pthread_atfork");
	atfork_handlers[n].when[0] = prepare;
	atfork_handlers[n].when[1] = parent;
	atfork_handlers[n].when[2] = child;
	atfork_count = n + 1;
	__mc_atomic_end();
	return 0;
}

/* Before, the last one goes first; afterwards, the first one does. */
void __model_run_atfork(int when) {
	__mc_atomic_begin();
	int n = atfork_count;
	__mc_atomic_end();
	for (int i = 0; i < n; i++) {
		__mc_atomic_begin();
		void (*handler)(void) = atfork_handlers[when == 0 ? n - 1 - i : i].when[when];
		__mc_atomic_end();
		if (handler != NULL)
			handler();
	}
}
