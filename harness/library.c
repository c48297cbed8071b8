#define _GNU_SOURCE
#include "harness/library.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void library_say(const char *format, ...) {
	char text[1024];
	va_list list;
	va_start(list, format);
	int n = snprintf(text, sizeof text, "cbmc-mt-harness: ");
	n += vsnprintf(text + n, sizeof text - (size_t)n - 1, format, list);
	va_end(list);
	n = n > (int)sizeof text - 2 ? (int)sizeof text - 2 : n;
	text[n++] = '\n';
	if (write(STDERR_FILENO, text, (size_t)n) < 0)
		return;
}

void *library_find(const char *name) {
	void *f = dlsym(RTLD_NEXT, name);
	if (!f) {
		library_say("there is no function %s", name);
		abort();
	}
	return f;
}
