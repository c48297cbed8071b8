/* Structures that the system fills have the layout of each target. */
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void look_at_machine(void) {
	struct rusage usage;
	struct sysinfo info;
	struct utsname names;
	struct rlimit limit;
	cpu_set_t set;
	getrusage(RUSAGE_SELF, &usage);
	sysinfo(&info);
	uname(&names);
	assert(usage.ru_utime.tv_usec >= 0 && usage.ru_nivcsw >= 0);
	assert(info.mem_unit >= 1 && info.procs >= 1 && info.freeram <= info.totalram);
	assert(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur <= limit.rlim_max);
	if (sched_getaffinity(0, sizeof set, &set) == 0)
		assert(CPU_COUNT(&set) >= 1);
}

static void look_at_child(void) {
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	siginfo_t info;
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	pid_t child = fork();
	if (child == 0)
		_exit(3);
	if (child > 0 && waitid(P_PID, child, &info, WEXITED) == 0)
		assert(info.si_pid == child && info.si_signo == SIGCHLD);
}

int main(void) {
	struct sigevent event = {.sigev_notify = SIGEV_NONE};
	struct itimerspec times = {.it_value = {.tv_sec = 1}};
	timer_t timer;
	look_at_machine();
	look_at_child();
	char *p = mmap(NULL, 4097, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p != MAP_FAILED) {
		p[8191] = 1;
		assert(munmap(p, 4097) == 0);
	}
	if (timer_create(CLOCK_REALTIME, &event, &timer) == 0) {
		timer_settime(timer, 0, &times, &times);
		assert(times.it_value.tv_nsec < 1000000000);
	}
#ifdef BUG
	assert(times.it_value.tv_sec == 1);
#endif
	return 0;
}
