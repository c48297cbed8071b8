/* Descriptors without a position: an eventfd and its kin have one that never moves, a pipe has none at all, whichever
 * end it is; and which of them tell how much there is to read. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int main(void) {
	int p[2], v = -1;
	char b[8];
	if (pipe(p) != 0 || write(p[1], "ab", 2) != 2)
		return 0;
	int special = KIND == 0 ? eventfd(1, 0) : KIND == 1 ? epoll_create1(0) : timerfd_create(CLOCK_MONOTONIC, 0);
	if (special < 0)
		return 0;
	errno = 0;
	switch (ASKED) {
	case 0: assert(lseek(special, 3, SEEK_SET) == VALUE); break;
	case 1: assert(pread(p[1], b, 8, 0) == -1 && errno == VALUE); break;
	case 2: assert(pread(special, b, 8, 0) == -1 && errno == VALUE); break;
	case 3: assert(pwrite(p[0], b, 8, -1) == -1 && errno == VALUE); break;
	case 4: assert(ioctl(special, FIONREAD, &v) == -1 && errno == VALUE); break;
	case 5: assert(ioctl(p[1], FIONREAD, &v) == 0 && v == VALUE); break;
	default: assert(posix_fadvise(special, 0, 0, POSIX_FADV_NORMAL) == VALUE); break;
	}
}
