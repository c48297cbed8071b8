/* Libraries that are loaded: what is in them is UNKNOWN.  Traces of calls. */
#include "../environment.h"

static char loaded_library;

void *dlopen(const char *path, int flags) {
	(void)flags;
	if (path != NULL)
		NEED_STRING(path, "dlopen");
	return FAILS() ? NULL : &loaded_library;
}

void *dlsym(void *library, const char *name) {
	(void)library;
	NEED_STRING(name, "dlsym");
	if (!FAILS())
		__mc_unsupported("a function of a library that is loaded");
	return NULL;
}

int dlclose(void *library) {
	(void)library;
	return FAILS();
}

/* 0: nothing is known about the address. */
int dladdr(const void *address, void *info) {
	(void)address, (void)info;
	return 0;
}

int backtrace(void **list, int size) {
	int n = __mc_nondet_int();
	__mc_assume(n >= 0 && (n <= size || n == 0));
	for (int i = 0; i < n; i++)
		list[i] = __mc_nondet_pointer();
	return n;
}

void backtrace_symbols_fd(void *const *list, int size, int fd) {
	(void)fd;
	if (size > 0)
		NEED_READABLE(list, (size_t)size * sizeof *list, "backtrace_symbols_fd");
}

void *malloc(size_t);

/* One block: the list, and behind it a text that all of them share. */
char **backtrace_symbols(void *const *list, int size) {
	enum { TEXT = 16 };
	size_t n = size < 0 ? 0 : (size_t)size;
	NEED_READABLE(list, n * sizeof *list, "backtrace_symbols");
	char **block = malloc(n * sizeof *block + TEXT);
	if (block == NULL)
		return NULL;
	char *text = (char *)(block + n);
	__mc_havoc(text, TEXT);
	text[TEXT - 1] = 0;
	for (size_t i = 0; i < n; i++)
		block[i] = text;
	return block;
}
