/* error.h and err.h: messages have no effect, some end the program. */
#include "../mc.h"

void exit(int status);

unsigned error_message_count;
int error_one_per_line;

void error(int status, int number, const char *format, ...) {
	(void)number, (void)format;
	error_message_count++;
	if (status != 0)
		exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format,
                   ...) {
	(void)number, (void)file, (void)line, (void)format;
	if (error_one_per_line)
		__mc_unsupported("error_one_per_line");
	error_message_count++;
	if (status != 0)
		exit(status);
}

void warn(const char *format, ...) {
	(void)format;
}

void warnx(const char *format, ...) {
	(void)format;
}

void vwarn(const char *format, __builtin_va_list list) {
	(void)format, (void)list;
}

void vwarnx(const char *format, __builtin_va_list list) {
	(void)format, (void)list;
}

void err(int status, const char *format, ...) {
	(void)format;
	exit(status);
}

void errx(int status, const char *format, ...) {
	(void)format;
	exit(status);
}

void verr(int status, const char *format, __builtin_va_list list) {
	(void)format, (void)list;
	exit(status);
}

void verrx(int status, const char *format, __builtin_va_list list) {
	(void)format, (void)list;
	exit(status);
}
