/* Each call that makes a descriptor takes a flag for FD_CLOEXEC, and copies of it by dup do not have it. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static void check(int fd, int expected) {
	if (fd < 0)
		return;
	int flags = fcntl(fd, F_GETFD);
	assert(flags == expected);
	int copy = dup(fd);
	if (copy >= 0) {
		flags = fcntl(copy, F_GETFD);
		assert(flags == 0);
	}
}

int main(void) {
	int p[2];
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	switch (KIND) {
	case 0:
		if (pipe2(p, CLOSE ? O_CLOEXEC : 0) == 0)
			check(p[1], FLAG);
		break;
	case 1:
		if (socketpair(AF_UNIX, SOCK_STREAM | (CLOSE ? SOCK_CLOEXEC : 0), 0, p) == 0)
			check(p[0], FLAG);
		break;
	case 2: check(socket(AF_INET, SOCK_STREAM | (CLOSE ? SOCK_CLOEXEC : 0), 0), FLAG); break;
	case 3: check(eventfd(0, CLOSE ? EFD_CLOEXEC : 0), FLAG); break;
	case 4: check(epoll_create1(CLOSE ? EPOLL_CLOEXEC : 0), FLAG); break;
	case 5: check(timerfd_create(CLOCK_MONOTONIC, CLOSE ? TFD_CLOEXEC : 0), FLAG); break;
	case 6: check(signalfd(-1, &set, CLOSE ? SFD_CLOEXEC : 0), FLAG); break;
	case 7: check(memfd_create("m", CLOSE ? MFD_CLOEXEC : 0), FLAG); break;
	case 8: {
		int s = socket(AF_INET, SOCK_STREAM, 0);
		if (s >= 0 && listen(s, 1) == 0)
			check(accept4(s, NULL, NULL, CLOSE ? SOCK_CLOEXEC : 0), FLAG);
		break;
	}
	default: {
		FILE *f = KIND == 9 ? fopen("f", CLOSE ? "re" : "r") : popen("true", CLOSE ? "re" : "r");
		if (f)
			check(fileno(f), FLAG);
	}
	}
}
