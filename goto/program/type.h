/* goto/program/type.h -- C types with their layout on the target; immutable and interned.
 *
 * Two equal types are the same pointer (records: one per definition and translation unit, after
 * linking one per program).  Qualifiers are dropped except _Atomic, which races depend on.
 * Enumerations are integers that keep their name for printing.  _Bool is an 8-bit integer kind
 * of its own whose conversions go through '!= 0'.
 */
#ifndef GOTO_PROGRAM_TYPE_H
#define GOTO_PROGRAM_TYPE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/loc.h"

struct expr;

enum type_kind {
	TYPE_VOID,
	TYPE_BOOL,    /* 8 bits of storage, values 0 and 1 */
	TYPE_INT,     /* bits, is_signed; also enumerations and characters */
	TYPE_FLOAT,   /* bits: 16, 32, 64, 80 (x87), 128 (IEEE quad); size is the storage */
	TYPE_POINTER, /* elem */
	TYPE_ARRAY, /* elem, n; n == ARRAY_OPEN: incomplete or flexible; vla: bound known at run time */
	TYPE_STRUCT, /* record */
	TYPE_UNION,  /* record */
	TYPE_FUNC,   /* elem is the result, param[0..n) */
	TYPE_VECTOR, /* elem, n; bytes without any operation: _BitInt, __bf16 */
};

#define ARRAY_OPEN UINT64_MAX

struct field {
	const char *name;        /* interned; NULL: unnamed member or bit-field */
	const struct type *type; /* declared type */
	uint64_t offset;         /* in bits from the start of the record */
	uint32_t bit_width;      /* of a bit-field; NOT_BITFIELD otherwise */
	bool is_part; /* bytes that are accessed at once (units.h), no member of the record */
};

#define NOT_BITFIELD UINT32_MAX

/* Complex numbers and vectors are structures: a real and an imaginary part, or an array of lanes.
 * The frontend takes their operations apart. */
enum record_role { RECORD_DECLARED, RECORD_COMPLEX, RECORD_VECTOR };

struct record {
	const char *tag; /* interned; NULL: anonymous */
	struct loc loc;
	struct field *field;
	uint32_t n;
	bool complete; /* false: declared only, size 0 */
	enum record_role role;
};

struct type {
	enum type_kind kind;
	bool is_signed, is_atomic, is_variadic, no_prototype;
	uint32_t bits;  /* value width of BOOL (8), INT, FLOAT, and POINTER (the target's address) */
	uint32_t align; /* bytes */
	uint64_t size;  /* bytes; 0: void, function, incomplete, run-time sized */
	uint64_t n;     /* ARRAY, VECTOR: elements; FUNC: parameters */
	const struct type *elem;
	const struct type *const *param;
	const struct expr *vla; /* ARRAY: element count, an rvalue without side effects, or NULL */
	struct record *record;  /* open: completed in place when the definition is met */
	const char *name;       /* for printing, as spelt: "enum colour", "pair"; or NULL */
	uint32_t id;            /* dense, for tables */
};

struct types; /* the intern table; one per program */

/* What the target says; filled by the frontend before any type is made. */
struct target {
	char triple[64];
	uint32_t pointer_bits, int_bits, long_bits, long_double_bits;
	bool char_signed, big_endian;
};

struct types *types_open(struct arena *, const struct target *); /* keeps the target pointer */
void types_close(struct types *);
const struct target *types_target(const struct types *);
const struct target *type_target(const struct type *);

const struct type *type_void(struct types *);
const struct type *type_bool(struct types *);
const struct type *type_int(struct types *, uint32_t bits, bool is_signed); /* natural alignment */
const struct type *type_int_aligned(struct types *, uint32_t bits, bool is_signed, uint32_t align);
const struct type *type_enum(struct types *, const struct type *base, const char *name);
const struct type *type_float(struct types *, uint32_t bits, uint64_t size, uint32_t align);
const struct type *type_pointer(struct types *, const struct type *elem);
const struct type *type_array(struct types *, const struct type *elem, uint64_t n);
const struct type *type_vla(struct types *, const struct type *elem, const struct expr *count);
const struct type *type_func(struct types *, const struct type *result,
                             const struct type *const *param, uint64_t n, bool is_variadic,
                             bool no_prototype);
const struct type *type_vector(struct types *, const struct type *elem, uint64_t n, uint64_t size);
const struct type *type_atomic(struct types *, const struct type *, uint64_t size, uint32_t align);
const struct type *type_unatomic(struct types *, const struct type *);
/* A new record, not yet complete; the caller fills record, size and align, then completes it. */
struct type *type_record(struct types *, enum type_kind, const char *tag, struct loc);
void type_complete(struct type *record, uint64_t size, uint32_t align);

/* For programs that are written and read again (image.h): all types, by id; and one as it was. */
const struct type *const *types_all(const struct types *, uint32_t *n);
/* Memory for the next one, to be filled before any use of it ... */
struct type *type_restore_begin(struct types *);
/* ... and known from then on.  base: what it was without _Atomic; or NULL. */
void type_restore_end(struct types *, struct type *, const struct type *base);

/* Common shorthands on the target. */
const struct type *type_c_int(struct types *);
const struct type *type_size(struct types *);    /* size_t: unsigned, pointer_bits */
const struct type *type_ptrdiff(struct types *); /* signed, pointer_bits */
const struct type *type_char(struct types *);
const struct type *type_void_pointer(struct types *);

bool type_is_integer(const struct type *); /* BOOL, INT */
bool type_is_arithmetic(const struct type *);
bool type_is_scalar(const struct type *);    /* BOOL, INT, FLOAT, POINTER */
bool type_is_aggregate(const struct type *); /* ARRAY, STRUCT, UNION */
bool type_is_record(const struct type *);
/* It is one, to an object or a function, or a part of it is. */
bool type_has_pointers(const struct type *);
/* Does the machine load and store such a structure as one word?  Others it accesses under a lock,
 * or with a locked instruction. */
bool type_is_atomic_word(const struct type *);
bool type_is_complex(const struct type *);
bool type_is_vector(const struct type *);
bool type_has_vla(const struct type *);     /* size depends on run time */
bool type_is_flexible(const struct type *); /* a structure that ends in an array without size */
/* Both have the same values and operations: equal but for names, alignment, _Atomic and what a
 * pointer points to (C lets compatible types mix without a conversion). */
bool type_same_values(const struct type *, const struct type *);
char *type_print(struct arena *, const struct type *); /* C syntax of an abstract declarator */
char *type_print_decl(struct arena *, const struct type *, const char *name); /* "int (*p)[3]" */

#endif
