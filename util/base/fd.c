#include "util/base/fd.h"

#include <errno.h>
#include <unistd.h>

size_t fd_read(int fd, void *to, size_t n) {
	size_t have = 0;
	while (have < n) {
		ssize_t got = read(fd, (char *)to + have, n - have);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		have += (size_t)got;
	}
	return have;
}

bool fd_write(int fd, const void *from, size_t n) {
	for (const char *at = from; n;) {
		ssize_t put = write(fd, at, n);
		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		at += put;
		n -= (size_t)put;
	}
	return true;
}
