/* util/text/diag.h -- what the program says to its user, all of it on stderr.
 *
 *   fatal      the user's mistake: one message, then exit with the given code
 *   diag_*     warnings and notes, GCC style, each at most once per position and text
 *   BUG        our mistake: says where and how to reproduce, exit 6
 *
 * Exit codes are CBMC's: 0 safe, 10 violated, 5 unknown, 1 usage, 2 input error, 6 our bug.
 * fatal and BUG call the handler set with diag_set_exit first, with what they have said, so that a
 * run in progress can write it into its reports.
 */
#ifndef UTIL_TEXT_DIAG_H
#define UTIL_TEXT_DIAG_H

#include <stdbool.h>

#include "util/base/loc.h"

enum exit_code {
	EXIT_SAFE = 0,
	EXIT_USAGE = 1,
	EXIT_INPUT = 2,
	EXIT_UNKNOWN = 5,
	EXIT_BUG = 6,
	EXIT_UNSAFE = 10,
};

#define NO_LOC ((struct loc){0})

/* colour: escape codes are written; verbose: 0 quiet, 1 normal, 2 and more talkative. */
void diag_setup(bool colour, int verbose, const char *command_line);
bool diag_colour(void);
void diag_set_exit(void (*handler)(int code, struct loc, const char *text));
/* The first error printed is the reason of a fatal one without a position, "2 errors in a.c". */
void diag_remember(struct loc, const char *text);

/* Until this is called with NULL, a fatal signal means 'text' (which must stay), not our bug: other
 * people's code is at work on the input. */
void diag_blame(const char *text);
const char *diag_blamed(void);

_Noreturn void fatal(enum exit_code, struct loc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diag_error(struct loc, const char *format, ...) __attribute__((format(printf, 2, 3)));
void diag_warn(struct loc, const char *format, ...) __attribute__((format(printf, 2, 3)));
void diag_note(struct loc, const char *format, ...) __attribute__((format(printf, 2, 3)));
void diag_say(int level, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Who keeps what was said, to say it again later: warnings and notes, whether printed or not.
 * Whatever else is printed about the sources is DIAG_OTHER, without a text. */
enum diag_kind { DIAG_WARNING, DIAG_NOTE, DIAG_OTHER };
typedef void diag_listener(void *data, enum diag_kind, struct loc, const char *text);
void diag_listen(diag_listener *, void *data); /* NULL: nobody */
void diag_other(void);                         /* it is printed by the caller */

/* The source line with a caret below, as compilers print it; nothing if the file is gone. */
void diag_caret(struct loc, unsigned width);

_Noreturn void diag_bug(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define BUG(...) diag_bug(__FILE__, __LINE__, __VA_ARGS__)

#endif
