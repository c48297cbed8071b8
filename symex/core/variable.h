/* symex/core/variable.h -- the variables that stand for what the environment chooses.
 *
 * The term says which one it is: its kind, and the numbers that belong to it.  Its name is made of
 * them, for solvers and for people, and nobody reads it; but a trace from a file has names only
 * (variable_kind_in_trace).
 */
#ifndef SYMEX_CORE_VARIABLE_H
#define SYMEX_CORE_VARIABLE_H

#include <stdbool.h>

#include "solvers/term/term.h"

enum variable_kind {
	VARIABLE_OTHER,      /* none of these: the name says it all */
	VARIABLE_INPUT,      /* "input!7": the value of choice 7 */
	VARIABLE_UNINIT,     /* "uninit!7": the same, which is no input */
	VARIABLE_MEMORY,     /* "memory!7!3": byte 3 of the memory that choice 7 has made */
	VARIABLE_ARRAY,      /* "array!7!4": all of it, as elements of 4 bytes */
	VARIABLE_ADDRESS_OF, /* "address!s7": where the object of symbol 7 is */
	VARIABLE_ADDRESS,    /* "address!7": where that of choice 7 is */
	VARIABLE_ARGUMENT, /* "argument!7": of the entry function, for the parameter that is symbol 7 */
	VARIABLE_ARGC,     /* "argc" */
	VARIABLE_READ, /* what an access has read, where the engine answers that later and names it */
	VARIABLE_KIND_N,
};

struct variable {
	enum variable_kind kind;
	uint32_t number; /* of the choice, or the symbol */
	uint32_t part;   /* MEMORY: offset of the byte; ARRAY: bytes of an element */
};

static inline struct variable variable_input(uint32_t choice) {
	return (struct variable){.kind = VARIABLE_INPUT, .number = choice};
}

term variable_term(struct terms *, struct sort, struct variable);
/* A variable with a name that an engine gives it. */
term variable_named(struct terms *, struct sort, enum variable_kind, const char *name);
struct variable variable_of(const struct terms *, term); /* OTHER: also what is no variable */
static inline enum variable_kind variable_kind(const struct terms *ts, term var) {
	return variable_of(ts, var).kind;
}
/* Does its number say which choice has made it?  Memory may also belong to a symbol, by
 * CHOICE_OF_SYMBOL (execution.h). */
bool variable_is_of_choice(enum variable_kind);
static inline bool variable_is_address(enum variable_kind kind) {
	return kind == VARIABLE_ADDRESS || kind == VARIABLE_ADDRESS_OF;
}

/* What traces call a variable whose choice is the nth one of a thread: "memory!2.1!3"; interned. */
const char *variable_name_in_trace(struct variable, uint32_t thread, uint32_t nth);
/* The kind of what a trace calls so; OTHER also for memory that no choice has made. */
enum variable_kind variable_kind_in_trace(const char *name);

#endif
