/* Limits of the process, and what it has used. */
#include "../process/process.h"

enum { RESOURCES = 16 };

struct limit { /* struct rlimit, where long has 64 bits, and struct rlimit64 */
	unsigned long long soft, hard;
};

struct short_limit { /* struct rlimit where it has 32 */
	unsigned long soft, hard;
};

#define NO_LIMIT (~0ULL)

/* Of an ordinary Linux, by number of RLIMIT_. */
static const struct limit usual_limits[RESOURCES] = {
    {NO_LIMIT, NO_LIMIT}, /* CPU */
    {NO_LIMIT, NO_LIMIT}, /* FSIZE */
    {NO_LIMIT, NO_LIMIT}, /* DATA */
    {8 << 20, NO_LIMIT},  /* STACK */
    {0, NO_LIMIT},        /* CORE */
    {NO_LIMIT, NO_LIMIT}, /* RSS */
    {30000, 30000},       /* NPROC */
    {1024, 1 << 20},      /* NOFILE */
    {8 << 20, 8 << 20},   /* MEMLOCK */
    {NO_LIMIT, NO_LIMIT}, /* AS */
    {NO_LIMIT, NO_LIMIT}, /* LOCKS */
    {30000, 30000},       /* SIGPENDING */
    {819200, 819200},     /* MSGQUEUE */
    {0, 0},               /* NICE */
    {0, 0},               /* RTPRIO */
    {NO_LIMIT, NO_LIMIT}, /* RTTIME */
};

static struct limit changed_limits[RESOURCES];
static int limits_changed; /* bit n: the program has set limit n */

static int is_resource(int resource) {
	return resource >= 0 && resource < RESOURCES;
}

static struct limit limit_now(int resource) {
	struct limit now = usual_limits[resource];
	if (IS_OPEN_ENVIRONMENT()) {
		now.soft = __mc_nondet_ulonglong();
		now.hard = __mc_nondet_ulonglong();
		__mc_assume(now.soft <= now.hard);
	}
	if (limits_changed == 0)
		return now;
	__mc_atomic_begin();
	if ((limits_changed >> resource & 1) != 0)
		now = changed_limits[resource];
	__mc_atomic_end();
	return now;
}

/* 0, or an error number. */
static int change_limit(int resource, struct limit wanted) {
	if (!is_resource(resource) || wanted.soft > wanted.hard)
		return EINVAL;
	if (FAILS())
		return EPERM;
	__mc_atomic_begin();
	changed_limits[resource] = wanted;
	limits_changed |= 1 << resource;
	__mc_atomic_end();
	return 0;
}

#define FROM_SHORT(n)                                                                              \
	(sizeof(unsigned long) == 8 || (n) != ~0UL ? (unsigned long long)(n) : NO_LIMIT)

int getrlimit(int resource, struct short_limit *limit) {
	if (!is_resource(resource))
		return ERROR(EINVAL);
	struct limit now = limit_now(resource);
	limit->soft = (unsigned long)(now.soft > ~0UL ? ~0UL : now.soft);
	limit->hard = (unsigned long)(now.hard > ~0UL ? ~0UL : now.hard);
	return 0;
}

int getrlimit64(int resource, struct limit *limit) {
	if (!is_resource(resource))
		return ERROR(EINVAL);
	*limit = limit_now(resource);
	return 0;
}

int setrlimit(int resource, const struct short_limit *limit) {
	struct limit wanted = {FROM_SHORT(limit->soft), FROM_SHORT(limit->hard)};
	int error = change_limit(resource, wanted);
	return error == 0 ? 0 : ERROR(error);
}

int setrlimit64(int resource, const struct limit *limit) {
	int error = change_limit(resource, *limit);
	return error == 0 ? 0 : ERROR(error);
}

/* Of other processes nothing is known. */
static int limits_of(int pid, int resource, const struct limit *new, struct limit *old) {
	if (!is_resource(resource))
		return ERROR(EINVAL);
	int own = pid == 0 || pid == getpid();
	if (!own && FAILS())
		return ERROR(EPERM, ESRCH);
	struct limit before = limit_now(resource);
	if (new != NULL) {
		struct limit wanted = *new;
		int error = wanted.soft > wanted.hard ? EINVAL : own ? change_limit(resource, wanted) : 0;
		if (error != 0)
			return ERROR(error);
	}
	if (old != NULL)
		*old = before;
	return 0;
}

int prlimit(int pid, int resource, const struct limit *new, struct limit *old) {
	if (sizeof(long) < 8)
		__mc_unsupported("prlimit on 32 bits");
	return limits_of(pid, resource, new, old);
}

int prlimit64(int pid, int resource, const struct limit *new, struct limit *old) {
	return limits_of(pid, resource, new, old);
}

/* --- What was used. --- */

void __model_go_on(long *high, long *low, long latest[2]); /* libc/time/time.c */

enum { USAGE_WORDS = 18 }; /* struct rusage: two times of two words each, and 14 counts */

/* Of the process, its children, and this thread: times that never go back. */
static long own_usage[4], children_usage[4];
static _Thread_local long thread_usage[4];

int getrusage(int who, long *usage) {
	if (who != 0 && who != 1 && who != -1)
		return ERROR(EINVAL);
	NEED_WRITABLE(usage, USAGE_WORDS * sizeof *usage, "getrusage");
	long *latest = who == 0 ? own_usage : who == 1 ? thread_usage : children_usage;
	for (int i = 0; i < 4; i += 2) {
		long seconds = __mc_nondet_long(), microseconds = __mc_nondet_long();
		__mc_assume(seconds >= 0 && microseconds >= 0 && microseconds < 1000000);
		__model_go_on(&seconds, &microseconds, latest + i);
		usage[i] = seconds;
		usage[i + 1] = microseconds;
	}
	for (int i = 4; i < USAGE_WORDS; i++) {
		long n = __mc_nondet_long();
		__mc_assume(n >= 0);
		usage[i] = n;
	}
	return 0;
}

static long any_ticks(long latest[2]) {
	long ticks = __mc_nondet_long(), none = 0;
	__mc_assume(ticks >= 0);
	__model_go_on(&ticks, &none, latest);
	return ticks;
}

static long times_latest[5][2];

/* struct tms: four words. */
long times(long *usage) {
	for (int i = 0; i < 4 && usage != NULL; i++)
		usage[i] = any_ticks(times_latest[i]);
	return any_ticks(times_latest[4]);
}

/* --- prctl. --- */

static int any_flag(int most) {
	int n = __mc_nondet_int();
	__mc_assume(n >= 0 && n <= most);
	return n;
}

static int control_result(void) {
	return FAILS() ? ERROR(EINVAL, EPERM) : 0;
}

int prctl(int option, ...) {
	enum { NAME_BYTES = 16 };
	int has_place = option == 15 || option == 16 || option == 2 || option == 37;
	char *place = NULL;
	if (has_place) {
		__builtin_va_list list;
		__builtin_va_start(list, option);
		place = __builtin_va_arg(list, char *);
		__builtin_va_end(list);
	}
	switch (option) {
	case 15: /* PR_SET_NAME: reads up to 16 bytes */
		__mc_assert(__mc_is_string(place, NAME_BYTES), "pointer",
		            "an argument of prctl points to no string");
		return 0;
	case 16: /* PR_GET_NAME */
		NEED_WRITABLE(place, NAME_BYTES, "prctl");
		__mc_havoc(place, NAME_BYTES);
		place[NAME_BYTES - 1] = 0;
		return 0;
	case 2: /* PR_GET_PDEATHSIG */
	case 37: /* PR_GET_CHILD_SUBREAPER */ *(int *)place = any_flag(LAST_SIGNAL); return 0;
	case 3: return any_flag(2);               /* PR_GET_DUMPABLE */
	case 7:                                   /* PR_GET_KEEPCAPS */
	case 39:                                  /* PR_GET_NO_NEW_PRIVS */
	case 42: return any_flag(1);              /* PR_GET_THP_DISABLE */
	case 30: return any_flag(__INT_MAX__);    /* PR_GET_TIMERSLACK */
	case 1:                                   /* PR_SET_PDEATHSIG */
	case 4:                                   /* PR_SET_DUMPABLE */
	case 8:                                   /* PR_SET_KEEPCAPS */
	case 29:                                  /* PR_SET_TIMERSLACK */
	case 36:                                  /* PR_SET_CHILD_SUBREAPER */
	case 38:                                  /* PR_SET_NO_NEW_PRIVS */
	case 41:                                  /* PR_SET_THP_DISABLE */
	case 0x59616d61: return control_result(); /* PR_SET_PTRACER */
	default: break;
	}
	__mc_unsupported("prctl with this option");
	return -1;
}
