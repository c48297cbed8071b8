/* Semaphores: a value, and a mark that it is initialised or was destroyed.  Zero bytes are no
 * semaphore; who waits for one that is none is woken, to be told.  Named ones exist only if this
 * program has made them. */
#include "signal.h"

enum { SEMAPHORE_DESTROYED = 1, LARGEST_VALUE = __INT_MAX__ };

struct semaphore { /* sem_t */
	int value;
	int state;   /* INITIALISED, SEMAPHORE_DESTROYED; anything else: not initialised */
	int waiting; /* threads; kept only with --sem-value-may-be-negative */
};

static int semaphore_error(int number) {
	if (number == 0)
		return 0;
	*__errno_location() = number;
	return -1;
}

#define IS_SEMAPHORE(s) ((s)->state == INITIALISED)

static void need_semaphore(const struct semaphore *s) {
	__mc_assert(IS_SEMAPHORE(s), "lock",
	            "a semaphore is used that is not initialised or was destroyed");
}

int sem_init(struct semaphore *s, int shared, unsigned value) {
	(void)shared;
	int error = value > LARGEST_VALUE ? EINVAL : __model_lack(ENOSPC, EPERM);
	if (error != 0)
		return semaphore_error(error);
	__mc_atomic_begin();
	NEED_NEW(s, s->state == INITIALISED, "a semaphore is initialised that is initialised already");
	s->value = (int)value;
	s->state = INITIALISED;
	if (__mc_option("semaphores-count-waiters"))
		s->waiting = 0;
	__mc_atomic_end();
	return 0;
}

int sem_destroy(struct semaphore *s) {
	__mc_atomic_begin();
	if (!IS_SEMAPHORE(s))
		need_semaphore(s);
	s->state = SEMAPHORE_DESTROYED;
	__mc_atomic_end();
	return 0;
}

/* In an atomic section that has found it above 0. */
static void take_one(struct semaphore *s) {
	s->value--;
	__mc_order_acquire(&s->value);
}

/* Where nothing checks it, its value is that of its bytes, as in glibc. */
static void wait_for_none(struct semaphore *s, const struct thread *self) {
	if (CANCELLED(self))
		return;
	need_semaphore(s);
	s->state = INITIALISED;
	__mc_atomic_end();
	__mc_wait_until((s->value != 0) | CANCELLED(self), __mc_sync_semaphore, s, -1);
}

/* A thread that has to wait is counted while it does. */
static int count_waiter(struct semaphore *s) {
	__mc_atomic_begin();
	int waits = s->value == 0;
	s->waiting += waits;
	__mc_atomic_end();
	return waits;
}

/* A handler without SA_RESTART ends the wait. */
static int wait_or_interrupted(struct semaphore *s) {
	struct thread *self = __model_self();
	int me = __model_signal_self(), counted = 0;
	if (__mc_option("semaphores-count-waiters"))
		counted = count_waiter(s);
	__mc_atomic_begin();
	__model_awaits_handler[me] = AWAITS_NO_RESTART;
	__mc_atomic_end();
	__mc_wait_until((s->value != 0) | !IS_SEMAPHORE(s) | CANCELLED(self) |
	                    (__model_awaits_handler[me] == 0),
	                __mc_sync_semaphore, s, -1);
	if (!IS_SEMAPHORE(s))
		need_semaphore(s);
	int cancelled = CANCELLED(self), error = s->value == 0 ? EINTR : 0;
	__model_awaits_handler[me] = 0;
	if (counted)
		s->waiting--;
	if (!cancelled && error == 0)
		take_one(s);
	__mc_atomic_end();
	if (cancelled)
		__model_cancel_self();
	return semaphore_error(error);
}

static int wait_counted(struct semaphore *s) {
	struct thread *self = __model_self();
	int counted = count_waiter(s);
	__mc_wait_until((s->value != 0) | !IS_SEMAPHORE(s) | CANCELLED(self), __mc_sync_semaphore, s,
	                -1);
	if (!IS_SEMAPHORE(s))
		wait_for_none(s, self);
	int cancelled = CANCELLED(self);
	s->waiting -= counted;
	if (!cancelled)
		take_one(s);
	__mc_atomic_end();
	if (cancelled)
		__model_cancel_self();
	return 0;
}

int sem_wait(struct semaphore *s) {
	if (__model_handles_signals)
		return wait_or_interrupted(s);
	if (__mc_option("semaphores-count-waiters"))
		return wait_counted(s);
	struct thread *self = __model_self();
	__mc_wait_until((s->value != 0) | !IS_SEMAPHORE(s) | CANCELLED(self), __mc_sync_semaphore, s,
	                -1);
	if (!IS_SEMAPHORE(s))
		wait_for_none(s, self);
	int cancelled = CANCELLED(self);
	if (!cancelled)
		take_one(s);
	__mc_atomic_end();
	if (cancelled)
		__model_cancel_self();
	return 0;
}

static int take_now(struct semaphore *s, int error_if_zero) {
	__mc_atomic_try(__mc_sync_semaphore);
	if (!IS_SEMAPHORE(s))
		need_semaphore(s);
	int error = s->value > 0 ? 0 : error_if_zero;
	if (error == 0)
		take_one(s);
	__mc_atomic_end();
	return semaphore_error(error);
}

int sem_trywait(struct semaphore *s) {
	return take_now(s, EAGAIN);
}

void pthread_testcancel(void);

int sem_timedwait(struct semaphore *s, const struct moment *until) {
	int late = __model_is_moment(until) ? ETIMEDOUT : EINVAL;
	if (REFUSES_LIMIT(until))
		return semaphore_error(EINVAL);
	pthread_testcancel();
	return take_now(s, late);
}

int sem_clockwait(struct semaphore *s, int clock, const struct moment *until) {
	return IS_WAIT_CLOCK(clock) ? sem_timedwait(s, until) : semaphore_error(EINVAL);
}

int sem_post(struct semaphore *s) {
	__mc_atomic_begin();
	if (!IS_SEMAPHORE(s))
		need_semaphore(s);
	int error = s->value == LARGEST_VALUE ? EOVERFLOW : 0;
	if (error == 0) {
		s->value++;
		__mc_order_release(&s->value);
	}
	__mc_atomic_end();
	return semaphore_error(error);
}

int sem_getvalue(struct semaphore *s, int *value) {
	__mc_atomic_begin();
	if (!IS_SEMAPHORE(s))
		need_semaphore(s);
	int now = s->value;
	if (__mc_option("sem-value-may-be-negative") && now == 0 && s->waiting != 0 &&
	    __mc_nondet_bool())
		now = -s->waiting;
	__mc_atomic_end();
	*value = now;
	return 0;
}

enum { NAMED_CREATE = 0100, NAMED_NEW = 0200 }; /* O_CREAT, O_EXCL */

struct named_semaphore {
	char semaphore[32]; /* the user's sem_t; first, so that its address is that of the whole */
	const char *name;   /* NULL: unlinked */
	int opened;
	struct named_semaphore *next;
};

static struct named_semaphore *named_semaphores;

/* Where the list has the semaphore; where it ends: there is none. */
static struct named_semaphore **find_named(const char *name) {
	struct named_semaphore **at = &named_semaphores;
	for (; *at != NULL; at = &(*at)->next) {
		size_t i = 0;
		while (name[i] != 0 && name[i] == (*at)->name[i])
			i++;
		if (name[i] == (*at)->name[i])
			break;
	}
	return at;
}

static struct named_semaphore *new_named(const char *name, unsigned value) {
	size_t size = 1;
	while (name[size - 1] != 0)
		size++;
	char *copy = __mc_alloc(size, __mc_internal);
	__mc_copy(copy, name, size);
	struct named_semaphore *new = __mc_alloc(sizeof *new, __mc_internal);
	__mc_set(new, 0, sizeof *new);
	((struct semaphore *)new)->value = (int)value;
	((struct semaphore *)new)->state = INITIALISED;
	new->name = copy;
	return new;
}

/* In an atomic section: 0, and *found; or an error number. */
static int open_named(const char *name, int flags, unsigned value, struct named_semaphore **found) {
	struct named_semaphore **at = find_named(name);
	if (*at == NULL) {
		if ((flags & NAMED_CREATE) == 0)
			return ENOENT;
		if (value > LARGEST_VALUE)
			return EINVAL;
		int error = __model_lack(ENOSPC, ENOMEM);
		if (error != 0)
			return error;
		*at = new_named(name, value);
	} else if ((flags & NAMED_CREATE) && (flags & NAMED_NEW)) {
		return EEXIST;
	}
	(*at)->opened++;
	*found = *at;
	return 0;
}

struct semaphore *sem_open(const char *name, int flags, ...) {
	unsigned value = 0;
	struct named_semaphore *found = NULL;
	if (flags & NAMED_CREATE) {
		__builtin_va_list arguments;
		__builtin_va_start(arguments, flags);
		(void)__builtin_va_arg(arguments, unsigned); /* the mode */
		value = __builtin_va_arg(arguments, unsigned);
		__builtin_va_end(arguments);
	}
	__mc_atomic_begin();
	int error = open_named(name, flags, value, &found);
	__mc_atomic_end();
	semaphore_error(error);
	return (struct semaphore *)found; /* SEM_FAILED is NULL */
}

int sem_close(struct semaphore *s) {
	struct named_semaphore *named = (struct named_semaphore *)s;
	__mc_assert(__mc_object_size(s) == sizeof *named && __mc_offset(s) == 0, "lock",
	            "a semaphore is closed that was not opened");
	__mc_atomic_begin();
	__mc_assert(named->opened > 0, "lock", "a semaphore is closed that is not open");
	named->opened--;
	if (named->opened == 0 && named->name == NULL)
		__mc_free(named);
	__mc_atomic_end();
	return 0;
}

int sem_unlink(const char *name) {
	__mc_atomic_begin();
	struct named_semaphore **at = find_named(name), *named = *at;
	if (named != NULL) {
		*at = named->next;
		named->name = NULL;
		if (named->opened == 0)
			__mc_free(named);
	}
	__mc_atomic_end();
	return semaphore_error(named == NULL ? ENOENT : 0);
}
