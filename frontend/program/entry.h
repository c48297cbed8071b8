/* frontend/program/entry.h -- how the run starts, if not in main: a function without parameters is
 * made, of ordinary instructions, that makes arguments and calls what the user has named.
 *
 *   entry.c            --function: one call; what is assumed is noted in prog->argument
 *   entry_make.c       the functions that are made
 *   entry_threads.c    --thread, --init, --final: calls in threads
 *   entry_params.c     which parameters are lengths, strings, arrays, by type, order and name
 *   entry_value.c      code that makes a value of a type: objects, what their pointers point to
 *   entry_later.c      objects of structures that other units define
 *   entry_functions.c  which functions a pointer to a function may mean
 *   entry_spec.c       the language of --args
 */
#ifndef FRONTEND_PROGRAM_ENTRY_H
#define FRONTEND_PROGRAM_ENTRY_H

#include "frontend/program/entry_spec.h"
#include "frontend/units/symbols.h"
#include "frontend/code/lower_body.h"

enum { ENTRY_MAX_PATH = 16 };

/* Code that makes values, in one function. */
struct entry_maker {
	struct fe *fe;
	struct lw *lw;
	struct entry_spec *spec;
	const struct type *path[ENTRY_MAX_PATH]; /* records that the present value is inside of */
	uint32_t npath, nobjects;
	bool has_locks, has_links, has_deeper,
	    has_too_many; /* what was met: for the words of the report */
	bool may_be_null; /* whatever else is said: pointers of the present value */
};

/* What a parameter is made to be. */
enum entry_shape {
	SHAPE_VALUE,  /* any value of its type, or between two numbers */
	SHAPE_OBJECT, /* points to one object */
	SHAPE_ARRAY,  /* points to so many elements */
	SHAPE_STRING,
	SHAPE_NULL,
	SHAPE_SAME,   /* what another parameter is */
	SHAPE_SHARED, /* points to the object of all threads */
	SHAPE_GIVEN,  /* what --thread says */
};

#define NO_PARAMETER UINT32_MAX

struct entry_param {
	const char *name; /* for people: "buf", "argument 2" */
	/* Of a function that hands its parameters on to several calls: which of them, the place and the
	 * name there ("__mt_call q 1 nbytes" says so).  Otherwise call is 0, and the rest its own. */
	char call;
	uint32_t place;
	const char *meant;
	const struct type *type;
	const struct type *points; /* what it points to: not always what the type says; or NULL */
	enum entry_shape shape;
	uint32_t length;    /* ARRAY: the parameter that says how many; or NO_PARAMETER */
	uint32_t length_of; /* VALUE: of that array; or NO_PARAMETER */
	uint32_t same;      /* SAME */
	uint64_t count;     /* ARRAY without such a parameter */
	bool has_range;     /* VALUE */
	int64_t low, high;
	bool may_be_null, may_be_same;
	bool is_char;         /* it points to plain characters */
	bool is_byte;         /* to bytes of any kind, or to void */
	bool is_size;         /* it is declared as size_t */
	bool is_guessed_type; /* points: found in the body */
	const struct spec_item *spec;
	const struct expr *given; /* GIVEN */
	const char *assumed;      /* in words, once it is made */
	struct symbol *local;     /* of the function that is made */
};

struct entry_params {
	struct entry_param *at;
	uint32_t n;
};

/* entry.c: a function that makes arguments and calls the one that was named becomes the entry, if
 * it has parameters that need it; before anything is lowered. */
void fe_make_entry(struct fe *, struct fe_def *named);
void fe_note_statics(struct fe *); /* after everything is lowered */
/* entry_threads.c: the same for --thread, --init and --final */
void fe_make_threads(struct fe *);
/* entry_later.c: what had to wait until everything was lowered; false: there was nothing */
bool fe_make_later(struct fe *);
void fe_later_close(struct fe *);

/* entry.c, too */
void fe_read_spec(struct fe *, struct entry_spec *);
void fe_check_spec(struct fe *, struct entry_spec *, const char *what);
/* Makes arguments and calls the function; the result, or NULL.  prefix: of the names that are
 * noted. */
const struct expr *fe_useful_call(struct entry_maker *, struct fe_def *, struct entry_params *,
                                  const char *prefix);

/* entry_make.c */
void fe_note_argument(struct fe *, const char *parameter, const char *assumed, bool is_any);
/* Opens a function without parameters, shown as 'display'. */
struct function *fe_open_function(struct fe *, struct lw *, struct fe_def *like, const char *name,
                                  const struct type *, const char *display);
void fe_close_function(struct lw *, const struct expr *result);
/* "; links ... may be null; ...": what was met since the flags of the maker were cleared. */
const char *entry_object_remarks(const struct entry_maker *);

/* entry_params.c */
struct entry_params entry_params_of(struct fe *, struct fe_def *, struct entry_spec *);
bool entry_params_are_plain(const struct entry_params *); /* numbers of any value, and no more */

/* entry_value.c */
void entry_fill(struct entry_maker *, const struct expr *lvalue, uint32_t depth);
/* pointer = a new object, with content; depth counts from 1. */
void entry_make_object(struct entry_maker *, const struct expr *pointer, const struct type *points,
                       uint32_t depth);
void entry_make_array(struct entry_maker *, const struct expr *pointer, const struct type *points,
                      const struct expr *count, uint64_t most, uint32_t depth);
void entry_make_string(struct entry_maker *, const struct expr *pointer);
void entry_maybe_null(struct entry_maker *, const struct expr *pointer);
const struct expr *entry_choice(struct entry_maker *, const struct type *);
uint64_t entry_most_elements(const struct fe *, const struct type *points);
bool entry_is_char(const struct fe *, const struct type *);
bool entry_is_stream(const struct type *);

/* entry_later.c: a function that returns a new object of a structure that is only declared so far.
 */
struct symbol *entry_later_object(struct entry_maker *, const struct type *, uint32_t depth);

/* entry_functions.c: functions of that type whose address is taken somewhere in the sources, up to
 * a number; *more: there are others.  The list is the arena's. */
struct entry_functions {
	struct symbol **at;
	uint32_t n;
	bool more;
};
struct entry_functions entry_functions_of(struct fe *, const struct type *function);
void entry_functions_close(struct fe *);

#endif
