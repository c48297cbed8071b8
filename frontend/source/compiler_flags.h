/* frontend/source/compiler_flags.h -- what else stands on a compiler's command line.
 *
 * A flag that says what the source means is handed to libclang, one that is about the code or the
 * files that a compiler makes is dropped.  Between them are flags that clang may refuse, because
 * they are of another compiler or of another machine: these are offered, and left out when it does
 * (frontend/source/parse.c).
 */
#ifndef FRONTEND_SOURCE_COMPILER_FLAGS_H
#define FRONTEND_SOURCE_COMPILER_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

enum compiler_flag {
	COMPILER_FLAG_UNKNOWN,
	COMPILER_FLAG_HANDED_ON,
	COMPILER_FLAG_OFFERED, /* handed on, and left out if clang does not take it */
	COMPILER_FLAG_DROPPED,
};

/* What its value is: some text; a path from the folder of the command; the same, if there is such a
 * file, or else a name that is searched for. */
enum compiler_flag_value { FLAG_VALUE_TEXT, FLAG_VALUE_PATH, FLAG_VALUE_SEARCHED };

struct compiler_flag_found {
	enum compiler_flag what;
	enum compiler_flag_value value;
	bool has_value; /* it has one: what follows the first 'length' letters, or else the next word */
	size_t length;
};

struct compiler_flag_found compiler_flag_find(const char *arg);

/* Flags that only a compilation database has to know: some of them would be mistakes, or mean
 * something else, on our own command line. */
struct compiler_flag_found compiler_flag_find_recorded(const char *arg);

/* Does the flag change what the compiled program does, in a way that nobody here reads? */
bool compiler_flag_is_unread(const char *flag);

#endif
