#define _GNU_SOURCE
#include "harness/library.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FOUND = 256 };

void library_say(const char *format, ...) {
	char text[1024];
	va_list list;
	va_start(list, format);
	int n = snprintf(text, sizeof text, "cbmc-mt-harness: ");
	n += vsnprintf(text + n, sizeof text - (size_t)n - 1, format, list);
	va_end(list);
	n = n > (int)sizeof text - 2 ? (int)sizeof text - 2 : n;
	text[n++] = '\n';
	/* A write by the library would be a synchronisation to ThreadSanitizer. */
	if (syscall(SYS_write, STDERR_FILENO, text, (size_t)n) < 0)
		return;
}

/* A sanitizer that is part of the program, as clang's are, has its functions under other names. */
static void *search(const char *name) {
	char behind[128];
	snprintf(behind, sizeof behind, "___interceptor_%s", name);
	void *f = dlsym(RTLD_DEFAULT, behind);
	if (!f)
		f = dlsym(RTLD_DEFAULT, behind + 1);
	if (!f)
		f = dlsym(RTLD_NEXT, name);
	if (!f) {
		library_say("there is no function %s", name);
		abort();
	}
	return f;
}

/* Each is searched for once: the search takes a lock of the loader, which a thread may hold that a
 * sanitizer has stopped. */
void *library_find(const char *name) {
	static struct {
		const char *name;
		void *function;
	} found[FOUND] __asm__("cbmc_mt_harness_found");
	for (size_t i = 0; i < FOUND; i++) {
		const char *known = __atomic_load_n(&found[i].name, __ATOMIC_ACQUIRE);
		if (known == name)
			return found[i].function;
		if (known)
			continue;
		void *f = search(name);
		void *none = NULL;
		if (__atomic_compare_exchange_n(&found[i].function, &none, f, 0, __ATOMIC_ACQ_REL,
		                                __ATOMIC_RELAXED))
			__atomic_store_n(&found[i].name, name, __ATOMIC_RELEASE);
		return f;
	}
	return search(name);
}
