/* goto/slice/slice_internal.h -- data shared by slice*.c. */
#ifndef GOTO_SLICE_SLICE_INTERNAL_H
#define GOTO_SLICE_SLICE_INTERNAL_H

#include "goto/analysis/control.h"
#include "goto/analysis/shared.h"
#include "goto/slice/slice.h"

struct slice_flow { /* of one function */
	uint32_t n;     /* instructions */
	uint32_t
	    *number;   /* by slot of function.local: counted from 1; 0: the variable is not followed */
	bool *live;    /* by variable and instruction: from there, a kept instruction may read it */
	bool *is_read; /* by instruction: such a value is the one assigned here */
};

struct slice_function {
	struct function *function;
	struct control control;
	struct slice_flow flow;
	bool *kept;      /* by instruction, for those that do something; jumps: the branch is kept */
	bool *keeps_lhs; /* CALL: its result is needed */
	bool *fails;     /* from there, an assertion is bound to come (slice_wait.c) */
	bool result;     /* what it returns is needed */
	bool entered;    /* it is still called */
	bool never_returns;
	bool is_open;   /* it begins an atomic section that it does not end, or ends another's */
	bool is_uneven; /* it may do so, or not */
};

struct slice_instance {
	uint32_t function; /* index in slice.function */
	uint32_t first;    /* of its instructions, in access_from and call_from */
	bool entered;
	bool matters;      /* something that it does, or calls, is a reason to call it */
	bool meets;        /* in it, the thread meets others (slice_wait.c), */
	bool meets_after;  /* or after it */
	bool fails_after;  /* after it, an assertion is bound to come */
	bool has_shared;   /* other threads access a variable of it, */
	bool is_in_shared; /* or of one that calls it */
};

struct slice {
	struct goto_prog *prog;
	const struct slice_config *config;
	struct shared shared; /* only shared.pt without threads */
	struct points_to *pt;
	VEC(struct slice_function) function;
	struct slice_instance *instance;
	uint32_t *access_from, *access; /* by instance and instruction: of pt.access */
	uint32_t *call_from, *call;     /* the same, of pt.call */
	bool *relevant;                 /* by node of pt, an object: a kept instruction reads it */
	bool *is_record;                /* the same: only models access it, by fields */
	uint64_t *fields;               /* the same, of records: which of them */
	uint64_t *access_fields;        /* by index in pt.access: slice_fields; 0: nobody has asked */
	bool *life;                     /* the same: asks whether it still exists */
	bool *foreign;                  /* the same: its value depends on what other threads write */
	bool *soon;                     /* by place: there, or later, the thread meets others */
	bool has_strays;                /* pointers may come from outside */
	bool calls_unknown;             /* a pointer to a function without a body may be called */
	bool changed;
};

/* slice_open.c */
void slice_open(struct slice *, struct goto_prog *, const struct slice_config *);
void slice_close(struct slice *);

struct slice_calls {    /* of one instruction of one instance: the instances that it may enter */
	const uint32_t *at; /* indices in pt.call */
	uint32_t n;
};
struct slice_calls slice_calls(const struct slice *, uint32_t instance, uint32_t ins);
/* Of an argument of a call in this instance: may a callee that is entered use it? */
bool slice_uses_argument(const struct slice *, uint32_t instance, uint32_t ins, uint32_t argument);

/* What a call of a function without a body does. */
enum slice_effect {
	EFFECT_NONE,   /* reports something */
	EFFECT_RESULT, /* only its result matters */
	EFFECT_WRITES, /* what it writes or ends matters */
	EFFECT_SOFT,   /* to be kept if the function is kept, but no reason to keep it */
	EFFECT_ORDERS, /* orders accesses, as a fence does */
	EFFECT_ALWAYS,
};
/* NULL: it is none, but has a body, or is called by pointer. */
const struct symbol *slice_external(const struct ins *);
enum slice_effect slice_effect(const struct symbol *);

/* slice_read.c: what an instruction of an instance reads. */
struct slice_accesses { /* through pointers, and of memory that pointers may reach */
	const uint32_t *at; /* indices in pt.access */
	uint32_t n;
};
struct slice_accesses slice_accesses(const struct slice *, uint32_t instance, uint32_t ins);
struct slice_reader {
	struct slice *s;
	uint32_t instance;
	const bool *ask; /* by node: is one of these read?  NULL: what is read becomes relevant */
	bool found;
	const struct slice_function *function; /* set by slice_read */
	uint32_t at;
};
void slice_read(struct slice_reader *, const struct slice_function *, uint32_t ins);
void slice_read_value(struct slice_reader *, const struct expr *);
/* The object of a variable; NO_NODE: it is accessed nowhere, or a function. */
uint32_t slice_object(const struct slice *, uint32_t instance, const struct symbol *);

/* Accesses by an index that is a constant: is it inside the array? */
bool slice_is_inside(const struct expr *index);
/* Does the instruction access an array by a constant that is not? */
bool slice_is_outside(const struct ins *);

/* slice_balance.c: sets is_open and is_uneven of functions.  of_symbol: their numbers. */
void slice_find_balance(struct slice *, const uint32_t *of_symbol);

/* slice_field.c: the fields of records that models allocate. */
#define ALL_FIELDS UINT64_MAX
void slice_find_records(struct slice *); /* fills slice.is_record */
/* A bit for each field that the access may mean, if what it accesses is a record. */
uint64_t slice_fields(const struct slice *, const struct pt_access *);

/* slice_flow.c: which assignments to a local variable matter. */
/* follows: false: no variable. */
void slice_flow_open(struct slice_flow *, const struct function *, bool follows);
void slice_flow_close(struct slice_flow *);
/* A kept instruction reads the variable.  false: this was known. */
bool slice_flow_read(const struct slice_function *, uint32_t ins, const struct symbol *);
/* May a kept instruction read the value that this instruction assigns?  true also where the
 * variable is not followed. */
bool slice_flow_reads(const struct slice_function *, uint32_t ins);

/* slice_spin.c: fills slice.foreign. */
void slice_find_spins(struct slice *);

/* slice_wait.c: whether it matters that a thread waits. */
void slice_find_meetings(struct slice *);
/* Of a wait, or of an instruction at which the thread may end. */
bool slice_stop_matters(const struct slice *, uint32_t instance, uint32_t ins);

/* slice_apply.c: rewrites the program. */
void slice_apply(struct slice *, struct slice_result *);

#endif
