/* tasks/api/api.h -- the description of a library: which functions make its object, which operate
 * on it, with which arguments, and which end it (docs/libraries.md has the format).
 *
 *   api_read --> api_resolve --> api_client_text, api_spec_text
 *
 * api_read knows the text only.  api_resolve asks clang for the types of the functions, and fills
 * what the text leaves open.  Of a header alone (api_guess) everything is guessed, with a reason.
 * All texts live as long as the options; errors in a description end the program with exit code 2.
 */
#ifndef TASKS_API_API_H
#define TASKS_API_API_H

#include "cli/options/option_table.h"
#include "frontend/about/signatures.h"
#include "util/base/arena.h"
#include "util/base/loc.h"

enum { API_MAX_OPS = 32, NO_ROLE = UINT32_MAX, NO_OP = UINT32_MAX };

enum api_arg_kind {
	API_OBJECT,
	API_OBJECT_OUT, /* create stores the object here */
	API_FRESH,      /* another value in each call */
	API_VALUES,     /* one of a list of constants; one alone: that constant */
	API_ANY,        /* any value of the type */
	API_THREAD,     /* the number of the thread */
	API_OUT,        /* memory of the client, which the function writes */
	API_INOUT,      /* the same, with one of a list of values in it before */
	API_FROM,       /* what another operation has returned to this thread */
};

struct api_arg {
	enum api_arg_kind kind;
	struct loc loc;
	bool is_always;         /* OUT: part of the result whatever the function returns */
	struct text_list value; /* VALUES, INOUT: C text */
	const char *from;       /* FROM: the operation */
	uint32_t from_op;       /* its number */
	const char *why;        /* a guess: the reason; or NULL */
};

/* What constants of a description may name besides what the header declares: EAGAIN, NULL. */
#define API_INCLUDES "#include <errno.h>\n#include <stddef.h>\n"

#define API_OPEN "?" /* the value of what the user has to fill in */

/* What an operation means for the number of elements of a container. */
enum api_effect { API_EFFECT_NONE, API_ADDS, API_REMOVES };

struct api_call {
	const char *name;
	struct loc loc;
	VEC(struct api_arg) arg;
	const struct signature *f; /* after api_resolve */
	const char *ok;            /* C text of "it succeeded", for the result 'r'; NULL: by its type */
	const char *fail;          /* C text of what it returns if it fails; NULL: not said */
	const char *why;           /* a guess: the reason; or NULL */
	/* of operations */
	const char *role_name, *may_fail, *as;
	const char *guessed_as; /* the operation of a built-in specification that it was taken for */
	struct loc role_loc, as_loc;
	uint32_t role;
	enum api_effect effect;
	bool has_effect; /* the description says it */
};

struct api_role {
	const char *name;
	struct loc loc;
	uint32_t threads; /* at most */
};

struct api_pair { /* never A || B; require A after B */
	const char *a, *b;
	struct loc loc, loc_b;
	uint32_t op_a, op_b;
};

/* C text that stands in generated code as the user wrote it. */
struct api_constant {
	const char *text;
	struct loc loc;
};

struct api {
	struct arena *arena;
	const char *path, *dir; /* of the description, or the header; dir ends with '/' or is empty */
	bool is_guessed;        /* from the header alone */
	bool may_be_open;       /* arguments that cannot be guessed may be "?": it is only shown */
	struct text_list header;
	struct loc header_loc;
	const char *object; /* its type as C; NULL: the library has none */
	const char *object_why;
	struct loc object_loc;
	bool object_is_pointer;
	const struct signature_type *object_type; /* after api_resolve */
	VEC(struct api_call) create;              /* calls of main before the threads, in order */
	VEC(struct api_call) op;
	struct api_call destroy; /* name NULL: none */
	bool destroy_any;        /* it may run while calls go on */
	VEC(struct api_role) role;
	VEC(struct api_pair) never, require;
	const char *spec, *progress, *threads, *ops;
	struct loc spec_loc, progress_loc, threads_loc, ops_loc;
	uint32_t cap; /* elements; 0: no bound */
	bool cap_is_guessed;
	uint32_t room; /* as many elements as calls can add; 0: they have no bound */
	VEC(struct api_constant) constant;
	struct signatures declared;
	struct text_list note; /* what was taken for granted, in words */
};

/* How large the client is. */
struct api_size {
	uint32_t threads, calls; /* calls of each.  0: without bound; no calls: for progress; neither:
	                            for proofs */
};

struct api *api_read(struct arena *, const char *path);
/* From the header alone: before api_resolve, after its declarations are known. */
void api_guess(struct api *);
void api_resolve(struct api *, const struct fe_config *);
/* spec: which one is used; spec_why: why that, if it was guessed; or NULL. */
void api_print(FILE *, const struct api *, const char *spec, const char *spec_why);
void api_free(struct api *);

/* What the meaning of the description rests on, once. */
void api_note(struct api *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Do some operations add elements and others remove them?  Else their number is not bounded. */
bool api_can_cap(const struct api *);
/* Has an operation such an argument? */
bool api_uses(const struct api *, enum api_arg_kind);
/* The number of an operation; NO_OP: there is none of that name. */
uint32_t api_find_op(const struct api *, const char *name);

#endif
