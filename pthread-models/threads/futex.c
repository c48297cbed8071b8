/* syscall: wait and wake on a word of memory, as Linux defines them.  Who waits for which word is
 * kept by the number of the thread; a wake of fewer than wait wakes any of them. */
#include "thread.h"

#if defined(__x86_64__) && __SIZEOF_POINTER__ == 8
enum { SYS_FUTEX = 202, SYS_GETTID = 186, SYS_GETPID = 39, SYS_GETRANDOM = 318, SYS_YIELD = 24 };
#elif defined(__i386__)
enum { SYS_FUTEX = 240, SYS_GETTID = 224, SYS_GETPID = 20, SYS_GETRANDOM = 355, SYS_YIELD = 158 };
#else
enum { /* the numbers that newer architectures share */
	   SYS_FUTEX = 98,
	   SYS_GETTID = 178,
	   SYS_GETPID = 172,
	   SYS_GETRANDOM = 278,
	   SYS_YIELD = 124
};
#endif

enum { FUTEX_WAIT = 0, FUTEX_WAKE = 1, FUTEX_WAIT_BITSET = 9, FUTEX_WAKE_BITSET = 10 };
enum { FUTEX_COMMAND = 127, FUTEX_THREADS = 32 };

static const int *volatile waits_for_word[FUTEX_THREADS];

/* Two atomic sections: between them others can see that the thread waits, and wake it. */
static int futex_wait(const int *word, int expected, int has_limit) {
	int self = __mc_self(), error = 0;
	if (self >= FUTEX_THREADS)
		__mc_unsupported("futex: more than 32 threads");
	__mc_atomic_begin();
	if (*word != expected)
		error = EAGAIN;
	else
		waits_for_word[self] = word;
	__mc_atomic_end();
	if (error == 0) {
		__mc_wait_until((waits_for_word[self] == NULL) | has_limit, __mc_sync_futex, word, -1);
		if (waits_for_word[self] != NULL) {
			waits_for_word[self] = NULL;
			error = ETIMEDOUT;
		}
		__mc_atomic_end();
	}
	if (error == 0)
		return 0;
	*__errno_location() = error;
	return -1;
}

static int futex_wake(const int *word, int most) {
	int waiting = 0, woken = 0;
	__mc_atomic_begin();
	for (int i = 0; i < FUTEX_THREADS; i++)
		waiting += waits_for_word[i] == word;
	for (int i = 0; i < FUTEX_THREADS && woken < most; i++) {
		if (waits_for_word[i] != word)
			continue;
		if (waiting <= most - woken || __mc_nondet_bool()) {
			waits_for_word[i] = NULL;
			woken++;
		}
		waiting--;
	}
	__mc_atomic_end();
	return woken;
}

int getpid(void);

/* That of the first thread is the number of the process. */
int gettid(void) {
	return getpid() + __mc_self();
}

/* Up to 256 bytes come all at once. */
static long random_bytes(void *to, size_t n) {
	if (n > 256)
		__mc_unsupported("getrandom of more than 256 bytes by its number");
	__mc_assert(n == 0 || __mc_writable(to, n), "pointer", "getrandom writes outside of an object");
	if (n > 0)
		__mc_havoc(to, n);
	return (long)n;
}

long syscall(long number, ...) {
	__builtin_va_list list;
	if (number == SYS_GETTID)
		return gettid();
	if (number == SYS_GETPID)
		return getpid();
	if (number == SYS_YIELD) {
		__mc_atomic_begin();
		__mc_atomic_end();
		return 0;
	}
	__builtin_va_start(list, number);
	if (number == SYS_GETRANDOM) {
		void *to = __builtin_va_arg(list, void *);
		size_t n = __builtin_va_arg(list, size_t);
		__builtin_va_end(list);
		return random_bytes(to, n);
	}
	if (number != SYS_FUTEX)
		__mc_unsupported("a system call that has no model: futex, gettid, getpid, getrandom have");
	const int *word = __builtin_va_arg(list, const int *);
	int operation = __builtin_va_arg(list, int) & FUTEX_COMMAND;
	int value = __builtin_va_arg(list, int);
	int wakes = operation == FUTEX_WAKE || operation == FUTEX_WAKE_BITSET;
	if (!wakes && operation != FUTEX_WAIT && operation != FUTEX_WAIT_BITSET)
		__mc_unsupported("a futex operation other than wait and wake");
	const void *limit = wakes ? NULL : __builtin_va_arg(list, const void *);
	if (operation == FUTEX_WAIT_BITSET || operation == FUTEX_WAKE_BITSET) {
		if (wakes)
			(void)__builtin_va_arg(list, const void *);
		(void)__builtin_va_arg(list, const void *);
		if (__builtin_va_arg(list, unsigned) != 0xffffffffu)
			__mc_unsupported("a futex operation on some of its bits");
	}
	__builtin_va_end(list);
	if (wakes)
		return futex_wake(word, value);
	/* Whoever passes 0 for a null pointer passes only some of its bytes. */
	int has_limit = __mc_is_live(limit);
	if (has_limit && !__model_is_moment(limit)) {
		*__errno_location() = EINVAL;
		return -1;
	}
	return futex_wait(word, value, has_limit);
}
