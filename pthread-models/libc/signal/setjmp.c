/* Calls of these by name are lowered by the frontend (lower_jump.c); through pointers they are not
 * modelled. */
#include "../../threads/signal.h"

struct jump_buffer { /* laid over sigjmp_buf */
	void *target;    /* of the frontend */
	int has_mask;
	signals mask;
};

/* sigsetjmp; without it the other two have nothing to do. */
void __model_save_mask(struct jump_buffer *buffer, int saves) {
	buffer->has_mask = saves != 0;
	if (saves) {
		int me = __model_signal_self();
		__mc_atomic_begin();
		signals now = __model_blocked[me];
		__mc_atomic_end();
		buffer->mask = now;
	}
}

/* setjmp */
void __model_forget_mask(struct jump_buffer *buffer) {
	(void)buffer;
#ifdef USES___model_save_mask
	buffer->has_mask = 0;
#endif
}

/* What is unblocked and pending is delivered before the jump. */
void __model_restore_mask(const struct jump_buffer *buffer) {
	(void)buffer;
#ifdef USES___model_save_mask
	if (buffer->has_mask) {
		int me = __model_signal_self();
		__mc_atomic_begin();
		__model_blocked[me] = buffer->mask;
		__mc_atomic_end();
		__model_deliver_all(me);
	}
#endif
}

int setjmp(void *env) {
	(void)env;
	__mc_unsupported("setjmp through a pointer");
	return 0;
}

int _setjmp(void *env) {
	(void)env;
	__mc_unsupported("setjmp through a pointer");
	return 0;
}

int sigsetjmp(void *env, int mask) {
	(void)env, (void)mask;
	__mc_unsupported("sigsetjmp through a pointer");
	return 0;
}

int __sigsetjmp(void *env, int mask) {
	(void)env, (void)mask;
	__mc_unsupported("sigsetjmp through a pointer");
	return 0;
}

void longjmp(void *env, int value) {
	(void)env, (void)value;
	__mc_unsupported("longjmp through a pointer");
}

void _longjmp(void *env, int value) {
	(void)env, (void)value;
	__mc_unsupported("longjmp through a pointer");
}

void siglongjmp(void *env, int value) {
	(void)env, (void)value;
	__mc_unsupported("siglongjmp through a pointer");
}
