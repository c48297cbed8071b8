/* cli/compiler_flags.h -- what else stands on a compiler's command line.
 *
 * A flag that says what the source means is handed to libclang, one that is about the code or the
 * files that a compiler makes is dropped.  Flags of GCC that clang does not know are dropped with a
 * warning when it says so (frontend/parse.c). */
#ifndef CLI_COMPILER_FLAGS_H
#define CLI_COMPILER_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

enum compiler_flag {
	COMPILER_FLAG_UNKNOWN,
	COMPILER_FLAG_HANDED_ON,
	COMPILER_FLAG_DROPPED,
};

struct compiler_flag_found {
	enum compiler_flag what;
	bool has_value; /* it has one: what follows the first 'length' letters, or else the next word */
	size_t length;
};

struct compiler_flag_found compiler_flag_find(const char *arg);

#endif
