/* error.h and err.h: messages have no effect, some end the program. */
#include "stdio/stream.h"

void exit(int status);
int vfprintf(FILE *f, const char *format, __builtin_va_list list);

/* Of a list: checks what is printed, and waits for the lock of stderr. */
static void say(const char *format, __builtin_va_list list) {
	if (format != NULL)
		vfprintf(stderr, format, list);
}

static void say_something(void) {
	__model_enter(stderr);
	__model_leave(stderr);
}

unsigned error_message_count;
int error_one_per_line;

void error(int status, int number, const char *format, ...) {
	(void)number, (void)format;
	say_something();
	error_message_count++;
	if (status != 0)
		exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format,
                   ...) {
	(void)number, (void)line, (void)format;
	if (file != NULL)
		NEED_STRING(file, "error_at_line");
	say_something();
	if (error_one_per_line)
		__mc_unsupported("error_one_per_line");
	error_message_count++;
	if (status != 0)
		exit(status);
}

void warn(const char *format, ...) {
	(void)format;
	say_something();
}

void warnx(const char *format, ...) {
	(void)format;
	say_something();
}

void vwarn(const char *format, __builtin_va_list list) {
	say(format, list);
}

void vwarnx(const char *format, __builtin_va_list list) {
	say(format, list);
}

void err(int status, const char *format, ...) {
	(void)format;
	say_something();
	exit(status);
}

void errx(int status, const char *format, ...) {
	(void)format;
	say_something();
	exit(status);
}

void verr(int status, const char *format, __builtin_va_list list) {
	say(format, list);
	exit(status);
}

void verrx(int status, const char *format, __builtin_va_list list) {
	say(format, list);
	exit(status);
}
