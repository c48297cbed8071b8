#include "harness/touch.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "harness/accesses.h"

/* Of AddressSanitizer, if it is linked. */
__attribute__((weak)) void *__asan_region_is_poisoned(void *, size_t);

/* What calls access: s0, the string of argument 0; r1,2: they read as many bytes as argument 2 says
 * behind argument 1; w0,1*2: they write the product of two arguments. */
static const struct {
	const char *call, *what;
} table[] = {
    {"open", "s0"},       {"open64", "s0"},        {"openat", "s1"},        {"creat", "s0"},
    {"fopen", "s0s1"},    {"fopen64", "s0s1"},     {"freopen", "s0s1"},     {"popen", "s0s1"},
    {"access", "s0"},     {"unlink", "s0"},        {"rmdir", "s0"},         {"mkdir", "s0"},
    {"chdir", "s0"},      {"chmod", "s0"},         {"stat", "s0"},          {"lstat", "s0"},
    {"truncate", "s0"},   {"rename", "s0s1"},      {"remove", "s0"},        {"link", "s0s1"},
    {"symlink", "s0s1"},  {"opendir", "s0"},       {"getenv", "s0"},        {"setenv", "s0s1"},
    {"unsetenv", "s0"},   {"putenv", "s0"},        {"mkfifo", "s0"},        {"shm_open", "s0"},
    {"shm_unlink", "s0"}, {"inet_addr", "s0"},     {"gethostbyname", "s0"}, {"fputs", "s0"},
    {"realpath", "s0"},   {"read", "w1,2"},        {"pread", "w1,2"},       {"pread64", "w1,2"},
    {"recv", "w1,2"},     {"recvfrom", "w1,2"},    {"getrandom", "w0,1"},   {"getentropy", "w0,1"},
    {"getcwd", "w0,1"},   {"gethostname", "w0,1"}, {"readlink", "s0w1,2"},  {"fgets", "w0,1"},
    {"fread", "w0,1*2"},  {"write", "r1,2"},       {"pwrite", "r1,2"},      {"pwrite64", "r1,2"},
    {"send", "r1,2"},     {"sendto", "r1,2"},      {"fwrite", "r0,1*2"},
};

/* The report is that of the first byte that must not be accessed. */
static void touch_bytes(uintptr_t at, size_t n, int is_write) {
	void *bad = n && __asan_region_is_poisoned ? __asan_region_is_poisoned((void *)at, n) : NULL;
	if (bad)
		accesses_check(is_write ? STORE : LOAD, bad, 1);
	else if (n && !is_write)
		*(volatile const char *)at;
	else if (n)
		*(volatile char *)at = *(volatile char *)at;
}

static void touch_string(uintptr_t at) {
	const volatile char *s = (const volatile char *)at;
	do
		touch_bytes((uintptr_t)s, 1, 0);
	while (*s++);
}

void touch_arguments(const char *call, const uintptr_t *arg) {
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (strcmp(table[i].call, call) != 0)
			continue;
		for (const char *s = table[i].what; *s;) {
			char *end;
			char how = *s;
			uintptr_t at = arg[strtoul(s + 1, &end, 10)];
			size_t n = 1;
			while (*end == ',' || *end == '*')
				n *= arg[strtoul(end + 1, &end, 10)];
			if (how == 's')
				touch_string(at);
			else
				touch_bytes(at, n, how == 'w');
			s = end;
		}
	}
}
