/* Sets of signals, and masks: which signals a thread blocks. */
#include "../../threads/signal.h"

enum { MASK_BLOCK, MASK_UNBLOCK, MASK_SET };

/* Two words where long has 32 bits. */
signals __model_read_set(const struct signal_set *set) {
	signals value = set->word[0];
	if (sizeof(unsigned long) < sizeof value)
		value |= (signals)set->word[1] << 32;
	return value;
}

void __model_write_set(struct signal_set *set, signals value) {
	__mc_assert(__mc_writable(set, sizeof *set), "pointer",
	            "a set of signals is written outside of an object");
	__mc_set(set, 0, sizeof *set);
	set->word[0] = (unsigned long)value;
	if (sizeof(unsigned long) < sizeof value)
		set->word[1] = (unsigned long)(value >> 32);
}

int sigemptyset(struct signal_set *set) {
	__model_write_set(set, 0);
	return 0;
}

int sigfillset(struct signal_set *set) {
	__model_write_set(set, ~INTERNAL);
	return 0;
}

static int is_signal(int number) {
	return number >= 1 && number <= LAST_SIGNAL;
}

int sigaddset(struct signal_set *set, int number) {
	if (!is_signal(number) || IS_INTERNAL(number))
		return __model_signal_error(EINVAL);
	__model_write_set(set, __model_read_set(set) | SIGNAL_BIT(number));
	return 0;
}

int sigdelset(struct signal_set *set, int number) {
	if (!is_signal(number) || IS_INTERNAL(number))
		return __model_signal_error(EINVAL);
	__model_write_set(set, __model_read_set(set) & ~SIGNAL_BIT(number));
	return 0;
}

int sigismember(const struct signal_set *set, int number) {
	if (!is_signal(number))
		return __model_signal_error(EINVAL);
	return (__model_read_set(set) & SIGNAL_BIT(number)) != 0;
}

int sigisemptyset(const struct signal_set *set) {
	return __model_read_set(set) == 0;
}

int sigandset(struct signal_set *to, const struct signal_set *a, const struct signal_set *b) {
	__model_write_set(to, __model_read_set(a) & __model_read_set(b));
	return 0;
}

int sigorset(struct signal_set *to, const struct signal_set *a, const struct signal_set *b) {
	__model_write_set(to, __model_read_set(a) | __model_read_set(b));
	return 0;
}

int __libc_current_sigrtmin(void) {
	return 34;
}

int __libc_current_sigrtmax(void) {
	return LAST_SIGNAL;
}

/* What is unblocked and pending is delivered before it returns. */
int pthread_sigmask(int how, const struct signal_set *new, struct signal_set *old) {
	int me = __model_signal_self();
	signals set = new == NULL ? 0 : __model_read_set(new) & ~NEVER_BLOCKED;
	if (new != NULL && how != MASK_BLOCK &&how != MASK_UNBLOCK &&how != MASK_SET)
		return EINVAL;
	__mc_atomic_begin();
	signals before = __model_blocked[me];
	if (new != NULL)
		__model_blocked[me] = how == MASK_BLOCK     ? before | set
		                      : how == MASK_UNBLOCK ? before & ~set
		                                            : set;
	__model_at_create = __model_inherit_mask;
	__mc_atomic_end();
	if (old != NULL)
		__model_write_set(old, before);
	if (new != NULL && how != MASK_BLOCK)
		__model_deliver_all(me);
	return 0;
}

int sigprocmask(int how, const struct signal_set *new, struct signal_set *old) {
	int error = pthread_sigmask(how, new, old);
	return error == 0 ? 0 : __model_signal_error(error);
}

int sigpending(struct signal_set *set) {
	int me = __model_signal_self();
	__mc_atomic_begin();
	signals now = (__model_pending[0] | __model_pending[1 + me]) & __model_blocked[me];
	__mc_atomic_end();
	__model_write_set(set, now);
	return 0;
}

struct signal_stack { /* stack_t */
	void *start;
	int flags;
	size_t size;
};

enum { STACK_ON = 1, STACK_DISABLE = 2, SMALLEST_SIGNAL_STACK = 2048 };
#define STACK_AUTODISARM 0x80000000u

static struct signal_stack signal_stacks[SIGNAL_THREADS]; /* by thread; none has size 0 */

/* Where handlers have their variables makes no difference. */
int sigaltstack(const struct signal_stack *new, struct signal_stack *old) {
	struct signal_stack *now = &signal_stacks[__model_signal_self() & (SIGNAL_THREADS - 1)];
	struct signal_stack before = *now;
	if (new != NULL) {
		__mc_assert(__mc_readable(new, sizeof *new), "pointer",
		            "sigaltstack reads outside of an object");
		unsigned mode = (unsigned)new->flags & ~STACK_AUTODISARM;
		if (mode != 0 && mode != STACK_ON && mode != STACK_DISABLE)
			return __model_signal_error(EINVAL);
		if (mode != STACK_DISABLE && new->size < SMALLEST_SIGNAL_STACK)
			return __model_signal_error(ENOMEM);
		*now = *new;
		if (mode == STACK_DISABLE) {
			now->start = NULL;
			now->size = 0;
		}
	}
	if (old != NULL) {
		__mc_assert(__mc_writable(old, sizeof *old), "pointer",
		            "sigaltstack writes outside of an object");
		before.flags = (before.size == 0 ? STACK_DISABLE : 0) |
		               (int)((unsigned)before.flags & STACK_AUTODISARM);
		*old = before;
	}
	return 0;
}
