#define _GNU_SOURCE
#include "harness/outcome.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static int file __asm__("cbmc_mt_harness_outcome") = -1;

void outcome_open(void) {
	const char *path = getenv("CBMC_MT_OUTCOME");
	if (path && *path)
		file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
}

void outcome_add(const char *key, const char *format, ...) {
	char text[1024];
	va_list list;
	if (file < 0)
		return;
	va_start(list, format);
	int n = snprintf(text, sizeof text, "%s: ", key);
	n += vsnprintf(text + n, sizeof text - (size_t)n - 1, format, list);
	va_end(list);
	n = n > (int)sizeof text - 2 ? (int)sizeof text - 2 : n;
	for (int i = 0; i < n; i++)
		text[i] = text[i] == '\n' ? ' ' : text[i];
	text[n++] = '\n';
	if (syscall(SYS_write, file, text, (size_t)n) < 0)
		file = -1;
}

__attribute__((noinline)) void cbmc_mt_stopped(const char *why) {
	__asm__ volatile("" : : "r"(why) : "memory");
}

void outcome_exit(enum outcome_code code, const char *why) {
	cbmc_mt_stopped(why);
	/* Not by _exit, where ThreadSanitizer would find us in the middle of something. */
	syscall(SYS_exit_group, (int)code);
	__builtin_unreachable();
}
