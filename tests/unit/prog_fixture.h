/* tests/unit/prog_fixture.h -- a small program built by hand, for the tests of goto/. */
#ifndef TESTS_UNIT_PROG_FIXTURE_H
#define TESTS_UNIT_PROG_FIXTURE_H

#include <string.h>

#include "goto/program/prog.h"
#include "util/base/intern.h"

static struct goto_prog *P;
static struct arena *A;
static struct types *T;
static const struct type *INT, *UINT, *CHAR, *LONG, *SIZE, *DOUBLE;

/* A 64-bit target with signed char. */
static inline void fixture_open(void) {
	P = prog_open();
	P->target = (struct target){.triple = "test",
	                            .pointer_bits = 64,
	                            .int_bits = 32,
	                            .long_bits = 64,
	                            .long_double_bits = 80,
	                            .char_signed = true};
	A = P->arena;
	T = P->types;
	INT = type_c_int(T);
	UINT = type_int(T, 32, false);
	CHAR = type_char(T);
	LONG = type_int(T, 64, true);
	SIZE = type_size(T);
	DOUBLE = type_float(T, 64, 8, 8);
}

static inline void fixture_close(void) {
	prog_close(P);
	intern_free_all();
}

static inline const struct expr *num(int64_t value) {
	return expr_const(A, INT, bits_i64(A, 32, value));
}

static inline const struct expr *bin(enum expr_kind kind, const struct expr *x,
                                     const struct expr *y) {
	bool is_int = kind >= EXPR_EQ && kind <= EXPR_LOR;
	return expr_binary(A, kind, is_int ? INT : x->type, x, y);
}

static inline struct symbol *global(const char *name, const struct type *t) {
	return prog_add_symbol(P, name, t, STORAGE_STATIC);
}

static inline const struct expr *global_expr(const char *name, const struct type *t) {
	return expr_symbol(A, global(name, t));
}

static inline struct symbol *string_symbol(const char *name, const char *text) {
	struct symbol *s = global(name, type_array(T, CHAR, strlen(text) + 1));
	s->bytes = (const uint8_t *)text;
	s->nbytes = strlen(text) + 1;
	s->is_temp = s->is_constant = true;
	return s;
}

static inline struct function *make_function(const char *name, const struct type *result) {
	const struct type *t = type_func(T, result, NULL, 0, false, false);
	return prog_add_function(P, prog_add_symbol(P, name, t, STORAGE_FUNCTION));
}

static inline struct symbol *local(struct function *f, const char *name, const struct type *t) {
	struct symbol *s =
	    prog_add_symbol(P, intern_printf("%s::%s", f->symbol->name, name), t, STORAGE_AUTO);
	s->display = intern(name);
	prog_add_local(f, s);
	return s;
}

static inline struct loc line(uint32_t n) {
	return (struct loc){intern("t.c"), n, 1};
}

#endif
