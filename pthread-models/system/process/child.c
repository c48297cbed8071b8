/* fork, and waiting for children. */
#include "../sockets/inside.h"
#include "process.h"

/* --- Making one. --- */

int __model_add_child(void) {
	__mc_atomic_begin();
	int k = __model_children;
	if (k >= CHILDREN)
		__mc_unsupported("more than 32 children");
	__model_children = k + 1;
	__model_own_children |= 1u << k;
	__model_share_files();
	__mc_atomic_end();
	return __model_first_tid() + FIRST_CHILD + k;
}

int __model_is_child(int pid) {
	(void)getpid();
	int k = pid - __model_first_tid() - FIRST_CHILD;
	__mc_atomic_begin();
	int found = pid > 0 && k >= 0 && k < CHILDREN && (__model_own_children >> k & 1) != 0;
	__mc_atomic_end();
	return found;
}

/* Both processes have the descriptors, so both read and write there. */
void __model_share_files(void) {
#ifdef USES___model_wants_names
	__model_share_names();
#endif
	for (int i = 3; i < DESCRIPTORS && i < __model_files_end; i++) {
		struct file *f = &__model_files[i];
		if (f->uses != 0 && (f->kind == FILE_EVENT || f->kind == FILE_EPOLL))
			__mc_unsupported("fork of a process with an eventfd or an epoll descriptor");
		if (f->kind != FILE_PIPE && f->kind != FILE_SOCKET)
			continue;
		if (f->in != NULL)
			f->in->writers = 0; /* who waits there goes on */
		f->in = f->out = NULL;
	}
}

/* This execution goes on in the child, which has only this thread: none of the others goes on. */
static void become_child(void) {
	__mc_atomic_begin();
	int k = __model_children;
	if (__model_threads > 1) {
		if (__mc_option("data-races-check"))
			__mc_unsupported("the child of a process with several threads, and data races");
		__model_is_alone = 1;
		__mc_atomic_begin(); /* and never ended */
	}
	__model_children = k + 1;
	__model_pid_offset = FIRST_CHILD + k;
	__model_own_children = 0;
	__model_share_files();
	__mc_atomic_end();
}

int fork(void) {
	(void)getpid();
	if (FAILS())
		return ERROR(EAGAIN, ENOMEM);
	if (__model_shares_memory)
		__mc_unsupported("fork of a process with shared mappings");
#ifdef USES_pthread_atfork
	__model_run_atfork(0);
#endif
	int is_child = __mc_nondet_bool(), pid = 0;
	if (is_child) {
		__mc_note("this execution follows the child");
		become_child();
	} else {
		pid = __model_add_child();
	}
#ifdef USES_pthread_atfork
	__model_run_atfork(is_child ? 2 : 1);
#endif
	return pid;
}

int vfork(void) {
	return fork();
}

/* --- Waiting for one. --- */

enum { WAIT_NO_HANG = 1, WAIT_STOPPED = 2, WAIT_EXITED = 4, WAIT_CONTINUED = 8 };

/* What a child has done, as the macros of sys/wait.h read it. */
static int any_status(int options) {
	unsigned number = __mc_nondet_uint();
	if ((options & WAIT_CONTINUED) != 0 && __mc_nondet_bool())
		return 0xffff;
	if ((options & WAIT_STOPPED) != 0 && __mc_nondet_bool()) {
		__mc_assume(number >= 1 && number <= LAST_SIGNAL);
		return (int)(number << 8 | 0x7f);
	}
	if (__mc_nondet_bool())
		return (int)((number & 255) << 8);
	__mc_assume((number & 127) >= 1 && (number & 127) <= LAST_SIGNAL && number <= 255);
	return (int)number; /* of the signal, and whether there is a dump */
}

#define HAS_ENDED(status) (((status)&255) != 127 && (status) != 0xffff)

/* A child of the set, any one, and in *status what it has done; 0: of none is anything known yet,
 * which is possible if nobody waits.  -1: there is no such child. */
static int find_child(int pid, int options, int keep, int *status) {
	__mc_atomic_begin();
	unsigned set = __model_own_children;
	int k = pid - __model_first_tid() - FIRST_CHILD, found = -1;
	if (pid > 0)
		set &= k >= 0 && k < CHILDREN ? 1u << k : 0;
	if (set != 0 && __model_ignores_children) {
		__model_own_children &= ~set; /* they leave no trace */
		set = 0;
	}
	if (set != 0) {
		*status = any_status(options);
		if ((set & (set - 1)) == 0) {
			k = __builtin_ctz(set);
		} else {
			k = __mc_nondet_int();
			__mc_assume(k >= 0 && k < CHILDREN && (set >> (unsigned)(k & 31) & 1) != 0);
		}
		found = (options & WAIT_NO_HANG) != 0 && __mc_nondet_bool() ? 0 : 1;
		if (found && HAS_ENDED(*status) && !keep)
			__model_own_children &= ~(1u << k);
	}
	__mc_atomic_end();
	return found <= 0 ? found : __model_first_tid() + FIRST_CHILD + k;
}

static int wait_for_child(int pid, int *status, int options) {
	int what = 0;
	(void)getpid();
	if (status != NULL)
		NEED_WRITABLE(status, sizeof *status, "wait");
	if ((options & ~(WAIT_NO_HANG | WAIT_STOPPED | WAIT_CONTINUED) & 0x1fffffff) != 0)
		return ERROR(EINVAL);
	if ((options & WAIT_NO_HANG) == 0 && __model_wait_outside() != 0)
		return ERROR(EINTR);
	if (pid < -1 && IS_OPEN_ENVIRONMENT() && __mc_nondet_bool())
		return ERROR(ECHILD); /* none is in that group */
	int child = find_child(pid, options, 0, &what);
	if (child < 0)
		return ERROR(ECHILD);
	if (child > 0 && status != NULL)
		*status = what;
	return child;
}

int wait(int *status) {
	CANCELLATION_POINT();
	return wait_for_child(-1, status, 0);
}

int waitpid(int pid, int *status, int options) {
	CANCELLATION_POINT();
	return wait_for_child(pid, status, options);
}

/* struct rusage: 18 words. */
static int wait_with_usage(int pid, int *status, int options, long *usage) {
	int child = wait_for_child(pid, status, options);
	if (child > 0 && usage != NULL) {
		NEED_WRITABLE(usage, 18 * sizeof *usage, "wait4");
		__mc_havoc(usage, 18 * sizeof *usage);
	}
	return child;
}

int wait3(int *status, int options, long *usage) {
	OPTIONAL_CANCELLATION_POINT();
	return wait_with_usage(-1, status, options, usage);
}

int wait4(int pid, int *status, int options, long *usage) {
	OPTIONAL_CANCELLATION_POINT();
	return wait_with_usage(pid, status, options, usage);
}

struct child_info { /* siginfo_t */
	int number, error, code;
#if __SIZEOF_POINTER__ == 8
	int gap;
#endif
	int pid;
	unsigned user;
	int status;
	int rest[(128 - 24 - (__SIZEOF_POINTER__ == 8 ? 4 : 0)) / 4];
};

enum { KILLED = 2, DUMPED = 3, STOPPED = 5, CONTINUED = 6, KEEP_CHILD = 0x1000000 };

static void tell_child(struct child_info *info, int child, int status) {
	__mc_set(info, 0, sizeof *info);
	if (child == 0)
		return;
	info->number = SIGNAL_CHLD;
	info->pid = child;
	info->user = __mc_nondet_uint();
	if (status == 0xffff) {
		info->code = CONTINUED;
		info->status = SIGNAL_CONT;
	} else if ((status & 127) == 127) {
		info->code = STOPPED;
		info->status = status >> 8;
	} else if ((status & 127) == 0) {
		info->code = 1;
		info->status = status >> 8;
	} else {
		info->code = (status & 128) != 0 ? DUMPED : KILLED;
		info->status = status & 127;
	}
}

int waitid(int kind, unsigned id, struct child_info *info, int options) {
	CANCELLATION_POINT();
	int what = 0;
	(void)getpid();
	if (info != NULL)
		NEED_WRITABLE(info, sizeof *info, "waitid");
	if (kind < 0 || kind > 3 || (options & (WAIT_EXITED | WAIT_STOPPED | WAIT_CONTINUED)) == 0 ||
	    (kind == 1 && (int)id <= 0))
		return ERROR(EINVAL);
	if (kind == 3)
		__mc_unsupported("waitid of a descriptor");
	if ((options & WAIT_EXITED) == 0)
		__mc_unsupported("waitid of children that do not end");
	if ((options & WAIT_NO_HANG) == 0 && __model_wait_outside() != 0)
		return ERROR(EINTR);
	if (kind == 2 && IS_OPEN_ENVIRONMENT() && __mc_nondet_bool())
		return ERROR(ECHILD);
	int child = find_child(kind == 1 ? (int)id : -1, options, (options & KEEP_CHILD) != 0, &what);
	if (child < 0)
		return ERROR(ECHILD);
	if (info != NULL)
		tell_child(info, child, what);
	return 0;
}
