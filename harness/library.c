#define _GNU_SOURCE
#include "harness/library.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdbool.h>
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

/* Not by the library: it may be called where ThreadSanitizer does not know the thread yet. */
static bool is_same(const char *a, const char *b) {
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
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
		if (known && is_same(known, name))
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

/* Sanitizers call these in a thread that begins, where a search is not possible. */
void library_prepare(void) {
	static const char *const names[] = {"pthread_setspecific",
	                                    "pthread_getspecific",
	                                    "pthread_key_create",
	                                    "pthread_key_delete",
	                                    "pthread_once",
	                                    "pthread_mutex_lock",
	                                    "pthread_mutex_unlock",
	                                    "pthread_detach",
	                                    "pthread_join",
	                                    "pthread_create",
	                                    "pthread_sigmask",
	                                    "sched_yield",
	                                    "usleep",
	                                    "nanosleep",
	                                    "free",
	                                    "malloc",
	                                    "calloc",
	                                    "realloc",
	                                    "memcpy",
	                                    "memset"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		library_find(names[i]);
}

void *library_grow(void *at, size_t n, size_t size) {
	if (n & (n - 1)) /* room for the next power of two */
		return at;
	at = realloc(at, (n ? 2 * n : 1) * size);
	if (!at)
		abort();
	return at;
}
