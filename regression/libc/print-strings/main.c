/* What is printed as a string must be one: it ends inside its object, or the precision ends it. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <syslog.h>

unsigned __VERIFIER_nondet_uint(void);

static char raw[4] = {'a', 'b', 'c', 'd'}, whole[4] = "abc";

static void say(const char *format, ...) {
	va_list list;
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
}

int main(void) {
	unsigned n = __VERIFIER_nondet_uint();
	char any[4];
	char *gone = malloc(2), *nothing = NULL;
	gone[0] = gone[1] = 0;
	(void)n, (void)any, (void)say, (void)nothing;
	free(gone);
	CALL;
}
