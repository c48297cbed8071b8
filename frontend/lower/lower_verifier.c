/* Functions of SV-COMP, CBMC, ESBMC, GenMC and Dartagnan that a program may call without a body:
 * what each means.
 *
 * docs/intrinsics.md lists them for users.  A name that starts like one of them and is not here
 * makes the verdict UNKNOWN where it is reached: whatever it stands for, ignoring it could hide a
 * bug.
 */
#include "frontend/lower/lower_verifier.h"

#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_barrier.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_keep.h"
#include "frontend/code/lower_value.h"
#include "frontend/lower/lower_argument.h"
#include "frontend/lower/lower_contract.h"
#include "frontend/source/names.h"
#include "util/base/intern.h"
#include "util/text/affix.h"

struct request { /* a call that is to be lowered */
	CXCursor call;
	const char *name;
	bool want;
	const struct expr *into, **value;
};

static uint32_t argument_count(CXCursor call) {
	int n = clang_Cursor_getNumArguments(call);
	return n > 0 ? (uint32_t)n : 0;
}

static void not_understood(struct lw *lw, const struct request *r, const char *why) {
	const char *text = intern_printf("the intrinsic '%s'%s", r->name, why);
	*r->value = lw_unsupported(lw, lw_rvalue_type(lw, r->call), "%s", text);
}

/* --- Conditions. --- */

static void assume(struct lw *lw, const struct request *r) {
	lw->context = LW_ASSUMED;
	lw_assume(lw, lw_condition(lw, r->call));
	lw->context = LW_COMPUTED;
}

/* Properties have texts of one line. */
static const char *one_line(struct lw *lw, const char *text) {
	char *copy = arena_printf(lw->arena, "%s", text);
	for (char *s = copy; *s; s++)
		if ((unsigned char)*s < ' ')
			*s = ' ';
	return copy;
}

/* Named by its second argument, or by the condition as it was written. */
static void assertion(struct lw *lw, const struct request *r) {
	lw->context = LW_ASSERTED;
	const struct expr *cond = lw_condition(lw, r->call);
	lw->context = LW_COMPUTED;
	CXCursor written = clang_Cursor_getArgument(r->call, 0);
	const char *spelled = lw_text(lw, written), *text = lw_text_argument(lw, r->call, 1);
	if (!*text)
		text = spelled ? spelled : "";
	const char *says =
	    *text ? intern_printf("assertion '%s' fails", one_line(lw, text)) : "assertion fails";
	uint32_t p = prog_add_property(lw->fe->prog, lw->f, PROPERTY_ASSERTION, lw->loc, says);
	lw_emit(lw, (struct ins){.kind = INS_ASSERT, .rhs = cond, .property = p, .text = spelled});
}

static void unreachable(struct lw *lw, const struct request *r) {
	const char *text = intern_printf("call of %s is reachable", r->name);
	uint32_t p = prog_add_property(lw->fe->prog, lw->f, PROPERTY_ASSERTION, lw->loc, text);
	lw_emit(lw, (struct ins){.kind = INS_ASSERT, .rhs = lw_int(lw, 0), .property = p});
	lw_assume(lw, lw_int(lw, 0));
}

/* --- Threads. --- */

static void atomic_begin(struct lw *lw, const struct request *r) {
	(void)r;
	lw_emit(lw, (struct ins){.kind = INS_ATOMIC_BEGIN});
}

static void atomic_end(struct lw *lw, const struct request *r) {
	(void)r;
	lw_emit(lw, (struct ins){.kind = INS_ATOMIC_END});
}

/* Its arguments are the pairs of accesses that it keeps in order: "WWfence", "RRfence", ... */
static void fence(struct lw *lw, const struct request *r) {
	static const char *const name[] = {"RRfence", "RWfence", "WRfence", "WWfence"};
	static const unsigned pair[] = {LW_RR, LW_RW, LW_WR, LW_WW};
	unsigned pairs = 0;
	for (uint32_t i = 0; i < argument_count(r->call); i++) {
		const char *text = lw_text_argument(lw, r->call, i);
		for (size_t k = 0; text && k < sizeof name / sizeof *name; k++)
			pairs |= strcmp(text, name[k]) == 0 ? pair[k] : 0;
	}
	lw_barrier(lw, pairs);
}

static void yield(struct lw *lw, const struct request *r) {
	atomic_begin(lw, r);
	atomic_end(lw, r);
}

/* --- Values. --- */

static void nondet(struct lw *lw, const struct request *r) {
	if (lw_rvalue_type(lw, r->call)->kind == TYPE_VOID)
		not_understood(lw, r, ", which has no result");
	else
		*r->value = lw_nondet(lw, r->call, r->want, r->into);
}

/* Arguments are evaluated, and that is all. */
static void nothing(struct lw *lw, const struct request *r) {
	lw_discard_arguments(lw, r->call);
	const struct type *type = lw_rvalue_type(lw, r->call);
	if (r->want && type_is_scalar(type)) /* it was not declared: int */
		*r->value = lw_dummy(lw, type);
}

/* main is 0, the others count in the order of their creation. */
static void thread_number(struct lw *lw, const struct request *r) {
	const struct type *word = type_int(lw->types, types_target(lw->types)->long_bits, false);
	const struct expr *self = lw_temp(lw, word);
	lw_call(lw, self, lw_named(lw, "pthread_self", word, NULL, 0), 0, NULL);
	const struct expr *one = lw_convert(lw, word, lw_int(lw, 1));
	const struct expr *number = expr_binary(lw->arena, EXPR_SUB, word, self, one);
	*r->value = lw_convert(lw, lw_rvalue_type(lw, r->call), number);
}

/* Static variables have their initial values until the program does something. */
static void initialize(struct lw *lw, const struct request *r) {
	const char *entry = lw->fe->config->entry ? lw->fe->config->entry : "main";
	bool is_first = !strcmp(lw->f->symbol->name, entry);
	for (size_t i = 0; i < lw->code.n; i++) {
		enum ins_kind kind = lw->code.at[i].ins.kind;
		is_first &= lw->code.at[i].is_label || kind == INS_DECL || kind == INS_SKIP;
	}
	if (!is_first)
		not_understood(lw, r, " after the start of the program");
}

static void predicate(struct lw *lw, const struct request *r, enum builtin builtin,
                      const struct type *type) {
	const struct type *declared = lw_rvalue_type(lw, r->call);
	struct lw_args args = lw_arguments(lw, r->call, NULL);
	const struct type *pointer = type_void_pointer(lw->types);
	bool takes_size = builtin == BUILTIN_READABLE || builtin == BUILTIN_WRITABLE;
	for (uint32_t i = 0; i < args.n; i++) {
		bool is_size = takes_size && i == 1;
		if (!type_is_scalar(args.at[i]->type) ||
		    (!is_size && args.at[i]->type->kind != TYPE_POINTER)) {
			not_understood(lw, r, " with arguments of other types");
			return;
		}
		args.at[i] = lw_convert(lw, is_size ? type_size(lw->types) : pointer, args.at[i]);
	}
	if (!type_is_integer(declared) || declared->size < type->size) {
		not_understood(lw, r, " without a declaration of its type");
		return;
	}
	const struct expr *e = expr_builtin(lw->arena, builtin, type, args.n, args.at);
	*r->value = lw_convert(lw, declared, e);
}

static void same_object(struct lw *lw, const struct request *r) {
	predicate(lw, r, BUILTIN_SAME_OBJECT, type_c_int(lw->types));
}

static void readable(struct lw *lw, const struct request *r) {
	predicate(lw, r, BUILTIN_READABLE, type_c_int(lw->types));
}

static void writable(struct lw *lw, const struct request *r) {
	predicate(lw, r, BUILTIN_WRITABLE, type_c_int(lw->types));
}

static void object_size(struct lw *lw, const struct request *r) {
	predicate(lw, r, BUILTIN_OBJECT_SIZE, type_size(lw->types));
}

static void object_offset(struct lw *lw, const struct request *r) {
	predicate(lw, r, BUILTIN_OFFSET, lw_ptrdiff(lw));
}

/* --- Functions of pthread-models/libc/verifier.c. --- */

/* A pointer, and as many integers as there are further arguments. */
static void by_model(struct lw *lw, const struct request *r) {
	struct lw_args args = lw_arguments(lw, r->call, NULL);
	const struct type *param[] = {type_void_pointer(lw->types), type_size(lw->types)};
	for (uint32_t i = 0; i < args.n; i++) {
		const struct type *t = args.at[i]->type;
		if (i ? !type_is_integer(t) : t->kind != TYPE_POINTER) {
			not_understood(lw, r, " with arguments of other types");
			return;
		}
		args.at[i] = lw_convert(lw, param[i], args.at[i]);
	}
	lw_call(lw, NULL, lw_named(lw, r->name, type_void(lw->types), param, args.n), args.n, args.at);
	const struct type *type = lw_rvalue_type(lw, r->call);
	if (r->want && type_is_scalar(type))
		*r->value = lw_dummy(lw, type);
}

/* The model compares arguments as 64 bits, and gives as many back. */
static bool fits_word(const struct type *t) {
	return (type_is_integer(t) || t->kind == TYPE_BOOL) && t->size <= 8;
}

static int64_t number_of(struct lw *lw, const char *name) {
	struct map *numbers = &lw->keep->uninterpreted;
	uint64_t number = lw->keep->nuninterpreted;
	if (!map_get(numbers, map_key(intern(name)), &number)) {
		map_put(numbers, map_key(intern(name)), number);
		lw->keep->nuninterpreted++;
	}
	return (int64_t)number;
}

enum { MAX_WORDS = 4 }; /* arguments of an uninterpreted function */

static void uninterpreted(struct lw *lw, const struct request *r) {
	const struct type *type = lw_rvalue_type(lw, r->call);
	const struct type *word = type_int(lw->types, 64, false), *param[MAX_WORDS + 1];
	const struct expr *arg[MAX_WORDS + 1];
	struct lw_args args = lw_arguments(lw, r->call, NULL);
	bool fits = fits_word(type) && args.n <= MAX_WORDS;
	for (uint32_t i = 0; i < args.n && fits; i++)
		fits = fits_word(args.at[i]->type);
	if (!fits) {
		not_understood(lw, r, ": only up to four integers to an integer are understood");
		return;
	}
	param[0] = type_c_int(lw->types);
	arg[0] = lw_int(lw, number_of(lw, r->name));
	for (uint32_t i = 0; i < MAX_WORDS; i++) {
		const struct expr *e = i < args.n ? args.at[i] : lw_int(lw, 0);
		param[i + 1] = word;
		arg[i + 1] = lw_convert(lw, word, e);
	}
	const struct expr *result = lw_temp(lw, word);
	const struct expr *f = lw_named(lw, "__model_uninterpreted", word, param, MAX_WORDS + 1);
	lw_call(lw, result, f, MAX_WORDS + 1, arg);
	*r->value = lw_convert(lw, type, result);
}

/* --- The table. --- */

enum { ANY = UINT8_MAX };

static const struct meaning {
	const char *name; /* one that ends in '_' stands for all that start so */
	void (*lower)(struct lw *, const struct request *); /* NULL: an ordinary function */
	uint8_t least, most;                                /* arguments */
} meanings[] = {
    {"__VERIFIER_assert", assertion, 1, 1},
    {"__VERIFIER_assume", assume, 1, 1},
    {"__VERIFIER_atomic_begin", atomic_begin, 0, 0},
    {"__VERIFIER_atomic_end", atomic_end, 0, 0},
    {"__VERIFIER_error", NULL, 0, ANY},
    {"__VERIFIER_nondet_memory", by_model, 2, 2},
    {"__VERIFIER_nondet_", nondet, 0, 0},
    {"__VERIFIER_loop_begin", nothing, 0, 0},
    {"__VERIFIER_loop_bound", nothing, 1, 1},
    {"__VERIFIER_spin_start", nothing, 0, 0},
    {"__VERIFIER_spin_end", nothing, 0, 1},
    {"__VERIFIER_tid", thread_number, 0, 0},

    {"__CPROVER_assert", assertion, 1, 2},
    {"__CPROVER_precondition", assertion, 1, 2},
    {"__CPROVER_postcondition", assertion, 1, 2},
    {"__CPROVER_assume", assume, 1, 1},
    {"__CPROVER_atomic_begin", atomic_begin, 0, 0},
    {"__CPROVER_atomic_end", atomic_end, 0, 0},
    {"__CPROVER_fence", fence, 0, ANY},
    {"__CPROVER_cover", nothing, 1, 2},
    {"__CPROVER_input", nothing, 1, ANY},
    {"__CPROVER_output", nothing, 1, ANY},
    {"__CPROVER_initialize", initialize, 0, 0},
    {"__CPROVER_havoc_object", by_model, 1, 1},
    {"__CPROVER_havoc_slice", by_model, 2, 2},
    {"__CPROVER_same_object", same_object, 2, 2},
    {"__CPROVER_r_ok", readable, 2, 2},
    {"__CPROVER_w_ok", writable, 2, 2},
    {"__CPROVER_rw_ok", writable, 2, 2},
    {"__CPROVER_OBJECT_SIZE", object_size, 1, 1},
    {"__CPROVER_POINTER_OFFSET", object_offset, 1, 1},
    {"__CPROVER_uninterpreted_", uninterpreted, 0, ANY},

    {"__ESBMC_assert", assertion, 1, 2},
    {"__ESBMC_assume", assume, 1, 1},
    {"__ESBMC_atomic_begin", atomic_begin, 0, 0},
    {"__ESBMC_atomic_end", atomic_end, 0, 0},
    {"__ESBMC_really_atomic_begin", atomic_begin, 0, 0},
    {"__ESBMC_really_atomic_end", atomic_end, 0, 0},
    {"__ESBMC_yield", yield, 0, 0},
    {"__ESBMC_cover", nothing, 1, 2},
    {"__ESBMC_unreachable", unreachable, 0, 0},
    {"__ESBMC_nondet_", nondet, 0, 0},

    {"__goblint_assert", assertion, 1, 1},
    {"__goblint_check", assertion, 1, 1},
    {"__goblint_assume", assume, 1, 1},
    {"__goblint_globalize", nothing, 1, 1},
    {"__goblint_split_begin", nothing, 1, 1},
    {"__goblint_split_end", nothing, 1, 1},
};

static const struct meaning *find_meaning(const char *name) {
	for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
		size_t n = strlen(meanings[i].name);
		bool is_prefix = meanings[i].name[n - 1] == '_';
		if (strncmp(name, meanings[i].name, n) == 0 && (is_prefix ? name[n] != 0 : name[n] == 0))
			return &meanings[i];
	}
	return NULL;
}

/* nondet_int() and the like, as CBMC and ESBMC have it; anything else of that name is a function
 * without a body like any other. */
static bool is_plain_nondet(struct lw *lw, CXCursor call, const char *name) {
	return starts_with(name, "nondet_") && !argument_count(call) &&
	       type_is_scalar(lw_rvalue_type(lw, call));
}

bool lw_verifier_call(struct lw *lw, CXCursor call, const char *name, bool want,
                      const struct expr *into, const struct expr **value) {
	struct request r = {call, name, want, into, value};
	if (is_plain_nondet(lw, call, name)) {
		nondet(lw, &r);
		return true;
	}
	if (!fe_is_verifier_name(name))
		return false;
	if (lw_contract_call(lw, call, name, value))
		return true;
	const struct meaning *m = find_meaning(name);
	uint32_t n = argument_count(call);
	if (!m)
		not_understood(lw, &r, "");
	else if (n < m->least || n > m->most)
		not_understood(lw, &r, intern_printf(" with %u argument%s", n, n == 1 ? "" : "s"));
	else if (m->lower)
		m->lower(lw, &r);
	else
		return false;
	return true;
}
