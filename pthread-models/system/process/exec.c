/* Other programs: exec, which ends this one if it succeeds, posix_spawn, system. */
#include "process.h"

#define EXEC_ERRORS                                                                                \
	E2BIG, EACCES, EAGAIN, EINVAL, EIO, EISDIR, ELIBBAD, ELOOP, EMFILE, ENAMETOOLONG, ENFILE,      \
	    ENOENT, ENOEXEC, ENOMEM, ENOTDIR, EPERM, ETXTBSY

void __model_read_strings(char *const *list) {
	for (size_t i = 0; list[i] != NULL; i++)
		NEED_STRING(list[i], "exec");
}

static int run_program(void) {
	if (FAILS())
		return ERROR(EXEC_ERRORS);
	PROCESS_ENDS();
}

static int execute(const char *path, char *const *argument, char *const *environment) {
	NEED_STRING(path, "exec");
	if (argument != NULL)
		__model_read_strings(argument);
	if (environment != NULL)
		__model_read_strings(environment);
	return run_program();
}

int execve(const char *path, char *const *argument, char *const *environment) {
	return execute(path, argument, environment);
}

int execv(const char *path, char *const *argument) {
	return execute(path, argument, NULL);
}

int execvp(const char *file, char *const *argument) {
	return execute(file, argument, NULL);
}

int execvpe(const char *file, char *const *argument, char *const *environment) {
	return execute(file, argument, environment);
}

int fexecve(int fd, char *const *argument, char *const *environment) {
	if (__model_find_file(fd) == NULL)
		return -1;
	__model_read_strings(argument);
	__model_read_strings(environment);
	return run_program();
}

/* The arguments of execl end with NULL. */
#define READ_ARGUMENTS(first, list)                                                                \
	do {                                                                                           \
		__builtin_va_start(list, first);                                                           \
		for (const char *argument = first; argument != NULL;                                       \
		     argument = __builtin_va_arg(list, const char *))                                      \
			NEED_STRING(argument, "exec");                                                         \
	} while (0)

int execl(const char *path, const char *first, ...) {
	__builtin_va_list list;
	NEED_STRING(path, "exec");
	READ_ARGUMENTS(first, list);
	__builtin_va_end(list);
	return run_program();
}

int execlp(const char *file, const char *first, ...) {
	__builtin_va_list list;
	NEED_STRING(file, "exec");
	READ_ARGUMENTS(first, list);
	__builtin_va_end(list);
	return run_program();
}

int execle(const char *path, const char *first, ...) {
	__builtin_va_list list;
	NEED_STRING(path, "exec");
	READ_ARGUMENTS(first, list);
	char *const *environment = __builtin_va_arg(list, char *const *);
	__builtin_va_end(list);
	if (environment != NULL)
		__model_read_strings(environment);
	return run_program();
}

/* --- posix_spawn: some errors are those of the new process, which ends with status 127. --- */

int posix_spawn(int *pid, const char *path, const void *actions, const void *attributes,
                char *const *argument, char *const *environment) {
	OPTIONAL_CANCELLATION_POINT();
	(void)actions, (void)attributes;
	NEED_STRING(path, "posix_spawn");
	__model_read_strings(argument);
	if (environment != NULL)
		__model_read_strings(environment);
	if (FAILS())
		return ANY_OF(EXEC_ERRORS);
	(void)getpid();
	int child = __model_add_child();
	if (pid != NULL)
		*pid = child;
	return 0;
}

int posix_spawnp(int *pid, const char *file, const void *actions, const void *attributes,
                 char *const *argument, char *const *environment) {
	OPTIONAL_CANCELLATION_POINT();
	return posix_spawn(pid, file, actions, attributes, argument, environment);
}

enum { ACTIONS_BYTES = __SIZEOF_POINTER__ == 8 ? 80 : 76, ATTRIBUTES_BYTES = 336 };

int posix_spawn_file_actions_init(void *actions) {
	NEED_WRITABLE(actions, ACTIONS_BYTES, "posix_spawn_file_actions_init");
	__mc_set(actions, 0, ACTIONS_BYTES);
	return 0;
}

int posix_spawn_file_actions_destroy(void *actions) {
	NEED_WRITABLE(actions, ACTIONS_BYTES, "posix_spawn_file_actions_destroy");
	return 0;
}

static int add_action(void *actions, int fd) {
	NEED_WRITABLE(actions, ACTIONS_BYTES, "posix_spawn_file_actions");
	if (fd < 0)
		return EBADF;
	return FAILS() ? ENOMEM : 0;
}

int posix_spawn_file_actions_addclose(void *actions, int fd) {
	return add_action(actions, fd);
}

int posix_spawn_file_actions_adddup2(void *actions, int fd, int copy) {
	return add_action(actions, fd < copy ? fd : copy);
}

int posix_spawn_file_actions_addopen(void *actions, int fd, const char *path, int flags,
                                     unsigned mode) {
	(void)flags, (void)mode;
	NEED_STRING(path, "posix_spawn_file_actions_addopen");
	return add_action(actions, fd);
}

int posix_spawnattr_init(void *attributes) {
	NEED_WRITABLE(attributes, ATTRIBUTES_BYTES, "posix_spawnattr_init");
	__mc_set(attributes, 0, ATTRIBUTES_BYTES);
	return 0;
}

int posix_spawnattr_destroy(void *attributes) {
	NEED_WRITABLE(attributes, ATTRIBUTES_BYTES, "posix_spawnattr_destroy");
	return 0;
}

int posix_spawnattr_setflags(short *attributes, short flags) {
	if ((flags & ~0xff) != 0)
		return EINVAL;
	*attributes = flags;
	return 0;
}

int posix_spawnattr_getflags(const short *attributes, short *flags) {
	*flags = *attributes;
	return 0;
}

int posix_spawnattr_setsigmask(void *attributes, const struct signal_set *set) {
	(void)attributes;
	(void)__model_read_set(set);
	return 0;
}

int posix_spawnattr_setsigdefault(void *attributes, const struct signal_set *set) {
	(void)attributes;
	(void)__model_read_set(set);
	return 0;
}

int posix_spawnattr_setpgroup(void *attributes, int group) {
	(void)attributes, (void)group;
	return 0;
}

/* --- A shell. --- */

/* The status of the command, as wait tells it. */
int system(const char *command) {
	CANCELLATION_POINT();
	if (command == NULL)
		return IS_OPEN_ENVIRONMENT() ? __mc_nondet_bool() : 1;
	NEED_STRING(command, "system");
	if (__model_wait_outside() == 0 && FAILS())
		return ERROR(EAGAIN, ECHILD, ENOMEM);
	unsigned status = __mc_nondet_uint();
	__mc_assume((status & ~0xff00u) == 0 ||
	            (status <= 255 && (status & 127) >= 1 && (status & 127) <= LAST_SIGNAL));
	return (int)status;
}

/* Only the child returns; the parent ends. */
int daemon(int stays, int keeps) {
	(void)stays, (void)keeps;
	if (FAILS())
		return ERROR(EAGAIN, EMFILE, ENFILE, ENODEV, ENOENT, ENOMEM, EPERM);
	(void)fork; /* threads are counted only for it */
	__mc_atomic_begin();
	if (__model_threads > 1)
		__mc_unsupported("daemon in a process with several threads");
	__model_pid_offset = FIRST_CHILD + __model_children++;
	__model_own_children = 0;
	__mc_atomic_end();
	return 0;
}
