/* frontend/machine/asm.h -- inside lower_asm.c and asm_*.c: one asm statement as the instructions
 * of a processor, and what they mean.
 *
 *   asm_parse.c     the template: instructions with their arguments, labels
 *   asm_register.c  registers by their names
 *   asm_operand.c   constraints: which operand is a register, which one is memory
 *   asm_machine.c   registers, memory and flags as variables and expressions of the goto-program
 *   asm_x86.c, asm_arm64.c       what one instruction does
 *   asm_exclusive.c              which exclusive loads and stores of arm64 belong together
 *
 * Every instruction becomes goto instructions of its own, so a template is executed as the
 * processor would, one instruction after the other: other threads may run between two that access
 * memory.  An instruction that is atomic (a lock prefix, xchg with memory, LSE, an exclusive pair)
 * is an atomic section.  A plain load or store is a plain access, and races like one.
 *
 * An instruction that is not understood is an UNSUPPORTED where it stands: an execution that
 * reaches it ends there with UNKNOWN, so whatever precedes it need not be undone.
 *
 * What is taken for granted: operands are used as their constraints say (an asm that changes an
 * operand that is only an input, or a register that it does not clobber, is not supported), and the
 * compiler does not move accesses to memory across an asm statement that lacks "memory".
 */
#ifndef FRONTEND_MACHINE_ASM_H
#define FRONTEND_MACHINE_ASM_H

#include "frontend/code/lower_ast.h"
#include "frontend/code/sidecar.h"

enum asm_arch {
	ASM_NO_ARCH, /* no instructions of this target are known */
	ASM_X86,     /* 32 and 64 bit, AT&T syntax */
	ASM_ARM64,
};

enum asm_arg_kind {
	ASM_REGISTER, /* reg */
	ASM_NUMBER,   /* number */
	ASM_MEMORY,   /* operand, or what 'reg' points to plus 'number' bytes */
	ASM_LABEL,    /* text: "1b", "again"; goto_label: of the C function */
	ASM_WORD,     /* text: a condition, a barrier option, a system register; "lsl" with number */
};

#define ASM_NONE UINT32_MAX

struct asm_arg {
	enum asm_arg_kind kind;
	uint32_t reg;        /* index in asm_machine.reg, or NONE */
	uint32_t bits;       /* REGISTER: as its name or modifier says, or as the operand has */
	bool is_high;        /* REGISTER: bits 8 to 15, %ah */
	uint32_t operand;    /* MEMORY: index in asm_machine.operand, or NONE */
	uint32_t goto_label; /* LABEL: index in lw_asm.label, or NONE */
	int64_t number;
	const char *text; /* interned */
};

enum { ASM_MAX_ARGS = 6 };

struct asm_ins {
	const char *name; /* interned, lower case */
	const char *text; /* interned: the whole instruction, lower case, without its prefix */
	bool lock;        /* it has that prefix */
	struct asm_arg arg[ASM_MAX_ARGS];
	uint32_t n;
};

struct asm_label {
	const char *name; /* interned */
	uint32_t at;      /* the instruction that follows it; at the end their number */
	uint32_t label;   /* of the goto-program */
};

struct asm_operand {
	bool is_memory;
	const char *condition;     /* of a flag that is an output, "z"; or NULL */
	const struct expr *lvalue; /* outputs and memory: pinned */
	uint32_t reg;              /* of all others: index in asm_machine.reg */
	uint32_t high;             /* of 64 bits in two registers: the upper one; or NONE */
	uint32_t bits;             /* of its type */
};

/* A register holds all bits that it has; the value of an operand is in the lower ones. */
struct asm_reg {
	const char *hard;         /* interned name of the widest, "rax", "x0"; NULL: any */
	const struct type *type;  /* of the operand, or NULL */
	const struct expr *value; /* before the first instruction, or NULL: pinned; may be wider */
	const struct expr *var;   /* a pointer if the operand is one, otherwise an unsigned integer */
	bool may_change;
	bool is_immediate; /* the value is a constant that instructions may have inside */
};

enum asm_flag { ASM_ZERO, ASM_SIGN, ASM_CARRY, ASM_OVERFLOW, ASM_FLAGS };

struct asm_machine {
	struct lw *lw;
	CXCursor statement;
	const struct lw_asm *a;
	enum asm_arch arch;
	uint32_t bits; /* of a register */
	struct asm_operand *operand;
	VEC(struct asm_reg) reg;
	VEC(struct asm_ins) ins;
	VEC(struct asm_label) label;
	const struct expr *flag[ASM_FLAGS]; /* variables of type int, 0 or 1; NULL: nobody asks */
	struct asm_exclusive *exclusive;    /* arm64: one for each instruction */
	const char *failed;                 /* what was not understood: "'hlt'"; or NULL */
	uint32_t goto_at[8];                /* asm goto: labels of the goto-program */
};

/* asm_parse.c: fills ins and label; false: 'failed' says what was not understood. */
bool asm_parse(struct asm_machine *);
/* The label that an argument names, for a jump in instruction 'at'; NULL: there is none. */
const struct asm_label *asm_find_label(const struct asm_machine *, const struct asm_arg *,
                                       uint32_t at);

/* asm_register.c */
/* The register of that name, which is added if the statement has not named it yet; sets *bits. */
uint32_t asm_hard_register(struct asm_machine *, const char *name, uint32_t *bits);
uint32_t asm_add_register(struct asm_machine *, const char *hard);        /* NULL: any */
uint32_t asm_find_register(const struct asm_machine *, const char *hard); /* or NONE */
/* The register that a constraint asks for; NULL: any. */
const char *asm_asked_register(const struct asm_machine *, const char *constraint);

/* asm_operand.c */
bool asm_operands(struct asm_machine *, struct lw_kids); /* evaluates them; false: not understood */
void asm_write_back(struct asm_machine *);               /* outputs get their values */
/* The value of a register operand in all bits of its register, if an instruction reads more of it
 * than the operand has.  After asm_parse. */
void asm_start_registers(struct asm_machine *);

/* asm_machine.c */
const struct type *asm_type(struct asm_machine *, uint32_t bits); /* unsigned */
const struct expr *asm_number(struct asm_machine *, uint32_t bits, uint64_t);
/* Any value; reports call it by the name. */
const struct expr *asm_any(struct asm_machine *, const struct type *, const char *name);
const struct expr *asm_bits(struct asm_machine *, uint32_t bits, const struct expr *);
/* The same, but a pointer stays one if all bits are asked for. */
const struct expr *asm_word(struct asm_machine *, uint32_t bits, const struct expr *);
const struct expr *asm_op(struct asm_machine *, enum expr_kind, uint32_t bits, const struct expr *,
                          const struct expr *);
const struct expr *asm_same(struct asm_machine *, const struct expr *, const struct expr *);
uint32_t asm_reg_bits(const struct asm_arg *); /* 0: it is no register */
/* The value of a register or number; pointers stay pointers if all bits are asked for. */
const struct expr *asm_read(struct asm_machine *, const struct asm_arg *, uint32_t bits);
bool asm_write(struct asm_machine *, const struct asm_arg *, uint32_t bits, const struct expr *);
bool asm_write_reg(struct asm_machine *, uint32_t reg, uint32_t bits, const struct expr *);
const struct expr *asm_read_reg(struct asm_machine *, uint32_t reg, uint32_t bits);
/* The memory that an argument names, or NULL.  'like': the register that it goes to or comes from,
 * whose type tells pointers from integers; or NULL. */
const struct expr *asm_memory(struct asm_machine *, const struct asm_arg *, uint32_t bits,
                              const struct asm_arg *like, enum mem_order);
/* The same for two words in a row. */
bool asm_memory_pair(struct asm_machine *, const struct asm_arg *, uint32_t bits,
                     const uint32_t like[2], enum mem_order, const struct expr *out[2]);
const struct expr *asm_load(struct asm_machine *, const struct expr *lvalue); /* saved */
/* Two words become 'desired' if they are 'expected'; returns whether they were, and what they were.
 */
const struct expr *asm_exchange_pair(struct asm_machine *, bool atomic,
                                     const struct expr *const word[2],
                                     const struct expr *const expected[2],
                                     const struct expr *const desired[2],
                                     const struct expr *old[2]);
void asm_begin(struct asm_machine *);
void asm_end(struct asm_machine *);
/* Flags after a + b or a - b (borrow: what carry means then), and after any other result. */
void asm_flags_sum(struct asm_machine *, uint32_t bits, const struct expr *a, const struct expr *b,
                   const struct expr *sum);
void asm_flags_difference(struct asm_machine *, uint32_t bits, const struct expr *a,
                          const struct expr *b, const struct expr *difference, bool borrow);
void asm_flags_result(struct asm_machine *, uint32_t bits, const struct expr *result);
void asm_set_flag(struct asm_machine *, enum asm_flag, const struct expr *);
/* The condition of that name as an int, or NULL. */
const struct expr *asm_condition(struct asm_machine *, const char *name);
/* The flags that a condition tests, as bits; 0: there is no such condition. */
unsigned asm_flags_of(const struct asm_machine *, const char *condition);
void asm_jump(struct asm_machine *, const struct asm_arg *, uint32_t at, const struct expr *when);

/* asm_x86.c, asm_arm64.c: emits the instruction; false: it is not understood. */
bool asm_x86(struct asm_machine *, uint32_t at);
bool asm_arm64(struct asm_machine *, uint32_t at);
/* The flags that the instruction tests, as bits. */
unsigned asm_x86_tests(const struct asm_machine *, const struct asm_ins *);
unsigned asm_arm64_tests(const struct asm_machine *, const struct asm_ins *);

/* asm_exclusive.c */
struct asm_exclusive {
	bool opens;    /* an exclusive load with which an atomic section begins */
	bool is_open;  /* the instruction is executed in such a section */
	bool may_fail; /* an exclusive store: not only another attempt follows if it fails */
};
bool asm_exclusive(struct asm_machine *); /* false: loads and stores do not fit together */

#endif
