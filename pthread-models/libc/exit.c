/* How a program ends, and what runs then.  The frontend makes __mc_at_exit: it calls the handlers
 * that were registered, then destructors, at the end of main and wherever exit is called. */
#include "../mc.h"

enum { MAX_HANDLERS = 64 };

struct exit_handler {
	void (*plain)(void); /* of atexit; NULL: of on_exit */
	void (*informed)(int, void *);
	void *argument;
};

static struct exit_handler exit_handlers[MAX_HANDLERS];
static void (*quick_handlers[MAX_HANDLERS])(void);
static unsigned exit_handler_count, quick_handler_count;

/* The last one registered goes first; a handler may register others. */
void __model_run_handlers(int status) {
	for (;;) {
		struct exit_handler h = {0};
		__mc_atomic_begin();
		unsigned n = exit_handler_count;
		if (n > 0) {
			exit_handler_count = n - 1;
			__mc_order_acquire(&exit_handler_count);
			h = exit_handlers[n - 1];
		}
		__mc_atomic_end();
		if (n == 0)
			return;
		if (h.plain != NULL)
			h.plain();
		else
			h.informed(status, h.argument);
	}
}

static int add_exit_handler(struct exit_handler h) {
	(void)__model_run_handlers; /* called by __mc_at_exit if anything can be registered */
	__mc_atomic_begin();
	unsigned n = exit_handler_count;
	if (n >= MAX_HANDLERS)
		__mc_unsupported("more than 64 handlers of atexit");
	exit_handlers[n] = h;
	exit_handler_count = n + 1;
	__mc_order_release(&exit_handler_count);
	__mc_atomic_end();
	return 0;
}

int atexit(void (*handler)(void)) {
	return add_exit_handler((struct exit_handler){.plain = handler});
}

int on_exit(void (*handler)(int, void *), void *argument) {
	return add_exit_handler((struct exit_handler){.informed = handler, .argument = argument});
}

int at_quick_exit(void (*handler)(void)) {
	__mc_atomic_begin();
	unsigned n = quick_handler_count;
	if (n >= MAX_HANDLERS)
		__mc_unsupported("more than 64 handlers of at_quick_exit");
	quick_handlers[n] = handler;
	quick_handler_count = n + 1;
	__mc_order_release(&quick_handler_count);
	__mc_atomic_end();
	return 0;
}

void exit(int status) {
	__mc_at_exit(status);
	__mc_exit();
}

void quick_exit(int status) {
	(void)status;
	for (;;) {
		void (*h)(void) = NULL;
		__mc_atomic_begin();
		unsigned n = quick_handler_count;
		if (n > 0) {
			quick_handler_count = n - 1;
			__mc_order_acquire(&quick_handler_count);
			h = quick_handlers[n - 1];
		}
		__mc_atomic_end();
		if (n == 0)
			break;
		h();
	}
	__mc_exit();
}

void _exit(int status) {
	(void)status;
	__mc_exit();
}

void _Exit(int status) {
	(void)status;
	__mc_exit();
}

void (*__model_before_abort)(void); /* set with a handler of SIGABRT, which it runs */

void abort(void) {
	if (__model_before_abort != NULL)
		__model_before_abort();
	__mc_abort();
}
