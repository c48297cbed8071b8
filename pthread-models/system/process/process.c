/* Numbers of processes, groups, sessions, users. */
#include "process.h"

int __model_pid_offset;
int __model_children;
unsigned __model_own_children;
int __model_threads = 1;
_Thread_local int __model_is_alone;
int __model_shares_memory;

static int first_number; /* 0: nobody has asked yet */

int __model_first_tid(void) {
	__mc_atomic_begin();
	if (first_number == 0) {
		first_number = __mc_nondet_int();
		__mc_assume(first_number > 1 && first_number < 1 << 21);
	}
	int number = first_number;
	__mc_atomic_end();
	return number;
}

int getpid(void) {
#ifdef USES_fork
	__mc_atomic_begin();
	int offset = __model_pid_offset;
	__mc_atomic_end();
	return __model_first_tid() + offset;
#endif
	return __model_first_tid();
}

/* The parent may have ended: then it is another one. */
int getppid(void) {
	int pid = __mc_nondet_int();
	__mc_assume(pid >= 0);
	return pid;
}

/* Of this process or another one; -1: there is none, or it is in another session. */
static int any_group(int pid) {
	if (pid < 0)
		return ERROR(EINVAL);
	if (pid != 0 && pid != getpid() && FAILS())
		return ERROR(ESRCH);
	int group = __mc_nondet_int();
	__mc_assume(group >= 0);
	return group;
}

int getpgid(int pid) {
	return pid < 0 ? ERROR(ESRCH) : any_group(pid);
}

int getpgrp(void) {
	return any_group(0);
}

int getsid(int pid) {
	return pid < 0 ? ERROR(ESRCH) : any_group(pid);
}

int setpgid(int pid, int group) {
	if (group < 0)
		return ERROR(EINVAL);
	if (FAILS())
		return pid == 0 || pid == getpid() ? ERROR(EPERM) : ERROR(EACCES, EPERM, ESRCH);
	return 0;
}

int setpgrp(void) {
	return setpgid(0, 0);
}

int setsid(void) {
	return FAILS() ? ERROR(EPERM) : getpid();
}

/* --- Users and groups. --- */

unsigned getuid(void) {
	return __mc_nondet_uint();
}

unsigned geteuid(void) {
	return __mc_nondet_uint();
}

unsigned getgid(void) {
	return __mc_nondet_uint();
}

unsigned getegid(void) {
	return __mc_nondet_uint();
}

static int set_user(void) {
	return FAILS() ? ERROR(EAGAIN, EINVAL, EPERM) : 0;
}

static int set_group(void) {
	return FAILS() ? ERROR(EINVAL, EPERM) : 0;
}

int setuid(unsigned user) {
	(void)user;
	return set_user();
}

int seteuid(unsigned user) {
	(void)user;
	return set_group();
}

int setreuid(unsigned real, unsigned effective) {
	(void)real, (void)effective;
	return set_user();
}

int setresuid(unsigned real, unsigned effective, unsigned saved) {
	(void)real, (void)effective, (void)saved;
	return set_user();
}

int setgid(unsigned group) {
	(void)group;
	return set_group();
}

int setegid(unsigned group) {
	(void)group;
	return set_group();
}

int setregid(unsigned real, unsigned effective) {
	(void)real, (void)effective;
	return set_user();
}

int setresgid(unsigned real, unsigned effective, unsigned saved) {
	(void)real, (void)effective, (void)saved;
	return set_user();
}

static void some_ids(unsigned *real, unsigned *effective, unsigned *saved) {
	*real = __mc_nondet_uint();
	*effective = __mc_nondet_uint();
	*saved = __mc_nondet_uint();
}

int getresuid(unsigned *real, unsigned *effective, unsigned *saved) {
	some_ids(real, effective, saved);
	return 0;
}

int getresgid(unsigned *real, unsigned *effective, unsigned *saved) {
	some_ids(real, effective, saved);
	return 0;
}

enum { MOST_GROUPS = 65536 };

int getgroups(int size, unsigned *list) {
	if (size < 0)
		return ERROR(EINVAL);
	int n = __mc_nondet_int();
	__mc_assume(n >= 0 && n <= MOST_GROUPS);
	if (size == 0)
		return n;
	if (n > size)
		return ERROR(EINVAL);
	NEED_WRITABLE(list, (size_t)size * sizeof *list, "getgroups");
	if (n > 0)
		__mc_havoc(list, (size_t)n * sizeof *list);
	return n;
}

int setgroups(size_t size, const unsigned *list) {
	if (size > MOST_GROUPS) /* Linux asks first who may */
		return FAILS() ? ERROR(EPERM) : ERROR(EINVAL);
	NEED_READABLE(list, size * sizeof *list, "setgroups");
	return FAILS() ? ERROR(ENOMEM, EPERM) : 0;
}

int initgroups(const char *user, unsigned group) {
	(void)group;
	NEED_STRING(user, "initgroups");
	return FAILS() ? ERROR(ENOMEM, EPERM) : 0;
}

/* --- Priorities. --- */

/* -1 is a priority, too: a program sets errno to 0 before. */
int getpriority(int which, unsigned who) {
	if (which < 0 || which > 2)
		return ERROR(EINVAL);
	if (who != 0 && FAILS())
		return ERROR(ESRCH);
	if (!IS_OPEN_ENVIRONMENT())
		return 0;
	int priority = __mc_nondet_int();
	__mc_assume(priority >= -20 && priority <= 19);
	return priority;
}

int setpriority(int which, unsigned who, int priority) {
	(void)priority;
	if (which < 0 || which > 2)
		return ERROR(EINVAL);
	if (FAILS())
		return who == 0 ? ERROR(EACCES) : ERROR(EACCES, EPERM, ESRCH);
	return 0;
}

int nice(int difference) {
	if (difference < 0 && FAILS())
		return ERROR(EPERM);
	if (!IS_OPEN_ENVIRONMENT())
		return difference > 19 ? 19 : difference < -20 ? -20 : difference;
	int priority = __mc_nondet_int();
	__mc_assume(priority >= -20 && priority <= 19);
	return priority;
}
