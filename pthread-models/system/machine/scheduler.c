/* Scheduling: policies and priorities have no effect.  A thread may run on the first processors of
 * the machine, as many as nobody knows, at most 64. */
#include "machine.h"

/* 0, or an error number. */
static int read_affinity(size_t size, unsigned long *mask) {
	int most = __model_processors(), n = most;
	if (size % sizeof *mask != 0 || size < sizeof *mask || size * 8 < (size_t)most)
		return EINVAL;
	if (IS_OPEN_ENVIRONMENT()) {
		n = __mc_nondet_int();
		__mc_assume(n >= 1 && n <= most && n <= 64);
	}
	NEED_WRITABLE(mask, size, "sched_getaffinity");
	__mc_set(mask, 0, size);
	unsigned long long set = ~0ULL >> (64 - n);
	mask[0] = (unsigned long)set;
	if (sizeof *mask < 8 && size > sizeof *mask)
		mask[1] = (unsigned long)(set >> 32);
	return 0;
}

int sched_getaffinity(int pid, size_t size, unsigned long *mask) {
	if (pid < 0)
		return ERROR(EINVAL);
	if (pid != 0 && FAILS())
		return ERROR(ESRCH);
	int error = read_affinity(size, mask);
	return error == 0 ? 0 : ERROR(error);
}

int sched_setaffinity(int pid, size_t size, const unsigned long *mask) {
	NEED_READABLE(mask, size, "sched_setaffinity");
	if (FAILS())
		return pid == 0 ? ERROR(EINVAL) : ERROR(EINVAL, EPERM, ESRCH);
	return 0;
}

/* CPU_COUNT. */
int __sched_cpucount(size_t size, const unsigned long *mask) {
	int n = 0;
	for (size_t i = 0; i < size / sizeof *mask; i++)
		n += __builtin_popcountl(mask[i]);
	return n;
}

void *malloc(size_t);
void free(void *);

/* At least a whole cpu_set_t: the macros for smaller ones index its array. */
void *__sched_cpualloc(size_t count) {
	size_t bits = 8 * sizeof(unsigned long),
	       size = (count + bits - 1) / bits * sizeof(unsigned long);
	return malloc(size < 128 ? 128 : size);
}

void __sched_cpufree(void *mask) {
	free(mask);
}

int sched_getcpu(void) {
	int at = __mc_nondet_int();
	__mc_assume(at >= 0 && at < __model_processors());
	return at;
}

int getcpu(unsigned *processor, unsigned *node) {
	if (processor != NULL)
		*processor = (unsigned)sched_getcpu();
	if (node != NULL) {
		unsigned n = __mc_nondet_uint();
		__mc_assume(n < 1024);
		*node = n;
	}
	return 0;
}

/* SCHED_FIFO and SCHED_RR have priorities; the others are 0, 3, 5, 6. */
static int policy_kind(int policy) {
	int kind = policy & ~0x40000000; /* SCHED_RESET_ON_FORK */
	return kind == 1 || kind == 2 ? 1 : kind == 0 || kind == 3 || kind == 5 || kind == 6 ? 0 : -1;
}

int sched_get_priority_max(int policy) {
	int kind = policy_kind(policy);
	return kind < 0 ? ERROR(EINVAL) : kind == 1 ? 99 : 0;
}

int sched_get_priority_min(int policy) {
	int kind = policy_kind(policy);
	return kind < 0 ? ERROR(EINVAL) : kind;
}

/* struct sched_param is one int. */
int sched_setscheduler(int pid, int policy, const int *parameters) {
	int priority = *parameters, kind = policy_kind(policy);
	if (pid < 0 || kind < 0 || (kind == 1 ? priority < 1 || priority > 99 : priority != 0))
		return ERROR(EINVAL);
	if (FAILS())
		return pid == 0 ? ERROR(EPERM) : ERROR(EPERM, ESRCH);
	return 0;
}

int sched_getscheduler(int pid) {
	if (pid < 0)
		return ERROR(EINVAL);
	if (pid != 0 && FAILS())
		return ERROR(ESRCH);
	if (!IS_OPEN_ENVIRONMENT())
		return 0;
	int policy = __mc_nondet_int();
	__mc_assume(policy_kind(policy) >= 0);
	return policy;
}

int sched_getparam(int pid, int *parameters) {
	if (pid < 0)
		return ERROR(EINVAL);
	if (pid != 0 && FAILS())
		return ERROR(ESRCH);
	int priority = 0;
	if (IS_OPEN_ENVIRONMENT()) {
		priority = __mc_nondet_int();
		__mc_assume(priority >= 0 && priority <= 99);
	}
	*parameters = priority;
	return 0;
}

int sched_setparam(int pid, const int *parameters) {
	if (pid < 0 || *parameters < 0 || *parameters > 99)
		return ERROR(EINVAL);
	if (FAILS())
		return pid == 0 ? ERROR(EINVAL, EPERM) : ERROR(EINVAL, EPERM, ESRCH);
	return 0;
}

int sched_rr_get_interval(int pid, struct moment *interval) {
	if (pid < 0)
		return ERROR(EINVAL);
	if (pid != 0 && FAILS())
		return ERROR(ESRCH);
	long seconds = __mc_nondet_long(), nanoseconds = __mc_nondet_long();
	__mc_assume(seconds >= 0 && nanoseconds >= 0 && nanoseconds < 1000000000);
	interval->seconds = seconds;
	interval->nanoseconds = nanoseconds;
	return 0;
}

/* --- The same of threads: error numbers are returned. --- */

int pthread_getaffinity_np(unsigned long thread, size_t size, unsigned long *mask) {
	return __model_find_thread(thread) == NULL ? ESRCH : read_affinity(size, mask);
}

int pthread_setaffinity_np(unsigned long thread, size_t size, const unsigned long *mask) {
	NEED_READABLE(mask, size, "pthread_setaffinity_np");
	if (__model_find_thread(thread) == NULL)
		return ESRCH;
	return FAILS() ? EINVAL : 0;
}

enum { THREAD_NAME = 16 };

int pthread_setname_np(unsigned long thread, const char *name) {
	NEED_STRING(name, "pthread_setname_np");
	size_t n = 0;
	while (n < THREAD_NAME && name[n] != 0)
		n++;
	if (n == THREAD_NAME)
		return ERANGE;
	if (__model_find_thread(thread) == NULL)
		return ESRCH;
	return 0;
}

int pthread_getname_np(unsigned long thread, char *name, size_t size) {
	if (size < THREAD_NAME)
		return ERANGE;
	if (__model_find_thread(thread) == NULL)
		return ESRCH;
	NEED_WRITABLE(name, THREAD_NAME, "pthread_getname_np");
	__mc_havoc(name, THREAD_NAME);
	name[THREAD_NAME - 1] = 0;
	return 0;
}

/* A negative number, which clock_gettime takes. */
int pthread_getcpuclockid(unsigned long thread, int *clock) {
	if (__model_find_thread(thread) == NULL)
		return ESRCH;
	*clock = -6 - 8 * (int)thread;
	return 0;
}

int clock_getcpuclockid(int pid, int *clock) {
	if (pid != 0 && FAILS())
		return ESRCH;
	*clock = ~pid * 8 + 2;
	return 0;
}
