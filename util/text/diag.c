#include "util/text/diag.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/map.h"
#include "util/text/lines.h"

static struct {
	bool colour;
	int verbose;
	const char *command_line;
	void (*on_exit)(int, struct loc, const char *);
	struct loc first_place; /* of the first error */
	char first[512];
	const char *volatile blamed; /* read in handlers of signals */
	diag_listener *listener;
	void *listener_data;
	struct map seen; /* hashes of position and text already printed */
} diag = {.verbose = 1};

void diag_setup(bool colour, int verbose, const char *command_line) {
	diag.colour = colour;
	diag.verbose = verbose;
	diag.command_line = command_line;
}

bool diag_colour(void) {
	return diag.colour;
}

void diag_set_exit(void (*handler)(int code, struct loc, const char *text)) {
	diag.on_exit = handler;
}

void diag_remember(struct loc loc, const char *text) {
	if (diag.first[0])
		return;
	snprintf(diag.first, sizeof diag.first, "%s", text);
	diag.first_place = loc;
}

static void run_exit(int code, struct loc loc, const char *text) {
	void (*handler)(int, struct loc, const char *) = diag.on_exit;
	diag.on_exit = NULL; /* what the handler calls may fail, too */
	if (!handler)
		return;
	if (!loc.file && diag.first[0]) {
		char both[1100];
		snprintf(both, sizeof both, "%s (%s)", diag.first, text);
		handler(code, diag.first_place, both);
	} else
		handler(code, loc, text);
}

void diag_blame(const char *text) {
	diag.blamed = text;
}

const char *diag_blamed(void) {
	return diag.blamed;
}

static void print_place(struct loc loc) {
	if (diag.colour)
		fputs("\033[1m", stderr);
	if (!loc.file)
		fputs("cbmc-mt: ", stderr);
	else if (!loc.line)
		fprintf(stderr, "%s: ", loc.file);
	else
		fprintf(stderr, "%s:%u:%u: ", loc.file, loc.line, loc.col);
}

static void print(struct loc loc, const char *kind, const char *colour, const char *format,
                  va_list ap) {
	fflush(stdout);
	print_place(loc);
	if (diag.colour)
		fputs(colour, stderr);
	fprintf(stderr, "%s: ", kind);
	if (diag.colour)
		fputs("\033[0m", stderr);
	vfprintf(stderr, format, ap);
	fputc('\n', stderr);
}

static bool said_before(struct loc loc, const char *format, va_list ap) {
	char text[512];
	vsnprintf(text, sizeof text, format, ap);
	uint64_t h = map_hash(map_key(loc.file) + loc.line * 131ULL + loc.col * 7919ULL);
	for (const char *s = text; *s; s++)
		h = map_hash(h ^ (unsigned char)*s);
	if (map_get(&diag.seen, h, NULL))
		return true;
	map_put(&diag.seen, h, 1);
	return false;
}

void fatal(enum exit_code code, struct loc loc, const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	print(loc, "error", "\033[31m", format, ap);
	va_end(ap);
	diag_caret(loc, 1);
	char text[512];
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	run_exit(code, loc, text);
	exit(code);
}

void diag_listen(diag_listener *listener, void *data) {
	diag.listener = listener;
	diag.listener_data = data;
}

static void tell(enum diag_kind kind, struct loc loc, const char *format, va_list ap) {
	char text[2048];
	if (!diag.listener)
		return;
	vsnprintf(text, sizeof text, format, ap);
	diag.listener(diag.listener_data, kind, loc, text);
}

void diag_other(void) {
	if (diag.listener)
		diag.listener(diag.listener_data, DIAG_OTHER, NO_LOC, "");
}

#define SPEAK(level, kind, colour)                                                                 \
	va_list ap, again;                                                                             \
	va_start(ap, format);                                                                          \
	va_copy(again, ap);                                                                            \
	if (diag.verbose >= (level) && !said_before(loc, format, again))                               \
		print(loc, kind, colour, format, ap);                                                      \
	va_end(again);                                                                                 \
	va_end(ap)

void diag_error(struct loc loc, const char *format, ...) {
	char text[512];
	va_list first;
	va_start(first, format);
	vsnprintf(text, sizeof text, format, first);
	va_end(first);
	diag_remember(loc, text);
	diag_other();
	SPEAK(0, "error", "\033[31m");
}

void diag_warn(struct loc loc, const char *format, ...) {
	va_list heard;
	va_start(heard, format);
	tell(DIAG_WARNING, loc, format, heard);
	va_end(heard);
	SPEAK(1, "warning", "\033[35m");
}

void diag_note(struct loc loc, const char *format, ...) {
	va_list heard;
	va_start(heard, format);
	tell(DIAG_NOTE, loc, format, heard);
	va_end(heard);
	SPEAK(1, "note", "\033[36m");
}

void diag_say(int level, const char *format, ...) {
	if (diag.verbose < level)
		return;
	va_list ap;
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
}

void diag_caret(struct loc loc, unsigned width) {
	lines_caret(stderr, loc, width, diag.colour ? "\033[32m" : NULL);
}

void diag_bug(const char *file, int line, const char *format, ...) {
	fflush(stdout);
	fprintf(stderr, "cbmc-mt: internal error at %s:%d: ", file, line);
	va_list ap;
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fprintf(stderr, "\nThis is a bug in cbmc-mt. To reproduce: %s\n",
	        diag.command_line ? diag.command_line : "(no command line)");
	char text[512];
	int n = snprintf(text, sizeof text, "internal error at %s:%d: ", file, line);
	va_start(ap, format);
	vsnprintf(text + n, sizeof text - (size_t)n, format, ap);
	va_end(ap);
	diag.first[0] = 0;
	run_exit(EXIT_BUG, NO_LOC, text);
	exit(EXIT_BUG);
}
