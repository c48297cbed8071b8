/* pthread-models/mc.h -- the intrinsics that library models are written with.
 *
 * Models are plain C.  They include this header and nothing of the system, so that a model costs
 * little to parse; types that must match the user's are spelled with the compiler's own names.
 *
 * Lowered by the frontend:
 *   __mc_assert        an ASSERT of the named property class, at the call site in user code
 *   __mc_assume        an ASSUME
 *   __mc_nondet_*      an arbitrary value of the function's result type
 *   __mc_unsupported   an UNSUPPORTED, after which the path ends
 *   predicates         see enum builtin in goto/program/expr.h
 * Executed by symex:
 *   the rest
 */
#ifndef PTHREAD_MODELS_MC_H
#define PTHREAD_MODELS_MC_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __INTPTR_TYPE__ __mc_intptr;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __WCHAR_TYPE__ wchar_t;
#define NULL ((void *)0)

/* class: "assertion", "pointer", "double-free", "lock", ... as property_class_name prints it */
void __mc_assert(int condition, const char *class, const char *text);
void __mc_assume(int condition);
void __mc_unsupported(const char *what);

int __mc_nondet_int(void);
unsigned __mc_nondet_uint(void);
long __mc_nondet_long(void);
unsigned long __mc_nondet_ulong(void);
unsigned long long __mc_nondet_ulonglong(void);
char __mc_nondet_char(void);
_Bool __mc_nondet_bool(void);
size_t __mc_nondet_size(void);
double __mc_nondet_double(void);
float __mc_nondet_float(void);
void *__mc_nondet_pointer(void);

int __mc_readable(const void *, size_t n);
int __mc_writable(const void *, size_t n);
int __mc_is_live(const void *);
int __mc_is_null_object(const void *);
int __mc_is_freed(const void *);
int __mc_is_dead(const void *);
int __mc_is_heap(const void *);
int __mc_is_mapping(const void *);
/* An argument of main, of which the environment chooses the text, or null.  Such a text has at most
 * __mc_option("argument-bytes") bytes, with the zero at its end; of a long option, its value has.
 */
int __mc_is_argument(const void *);
int __mc_is_static(const void *);
int __mc_is_string(const void *, size_t most); /* or that many bytes without an end */
int __mc_same_object(const void *, const void *);
size_t __mc_object_size(const void *);
ptrdiff_t __mc_offset(const void *);

enum {
	__mc_heap,
	__mc_stack,
	__mc_internal,
	__mc_mapping,
	__mc_constant_mapping,
	__mc_given,        /* on the heap, by the caller of the entry: no leak if it is not freed */
	__mc_aligned = 16, /* + n: on the heap, at a multiple of 2^n */
};
void *__mc_alloc(size_t size,
                 int kind); /* contents arbitrary; stack: ends with the caller's function */
void __mc_free(void *);     /* the object ends */
void __mc_copy(void *to, const void *from, size_t n); /* overlap allowed; no check */
void __mc_set(void *, int byte, size_t n);            /* no check */
void __mc_havoc(void *, size_t n);                    /* contents become arbitrary */
void __mc_havoc_input(void *, size_t n);        /* the same, and reports show them as an input */
void __mc_exit(void) __attribute__((noreturn)); /* the program ends normally here */
/* Runs what is registered to run when the program ends, then destructors; made by the frontend. */
void __mc_at_exit(int status);
void __mc_abort(void) __attribute__((noreturn)); /* the program ends abnormally, silently */

/* Accesses to a mapping are allowed as the word says: some pages of it must not be read (bit 0) or
 * not be written (bit 1), those from number (word >> 2) mod 2^31 on and before number word >> 33.
 * __mc_guard says where a new mapping has its word, and __mc_protect changes it. */
void __mc_guard(void *mapping, unsigned long long *word);
void __mc_protect(void *mapping, unsigned long long *word, unsigned long long value);
int __mc_is_forbidden(const void *, int how); /* the byte there, for a read (1) or a write (2) */

/* Threads have numbers: 0 runs main, then 1, 2, ... in the order of creation.
 *
 * Atomic sections nest.  __mc_wait_until waits until the condition holds and goes on inside an
 * atomic section, which __mc_atomic_end ends; nothing happens between the two.  Its arguments are
 * expressions without side effects: they are evaluated in every state while the thread waits.
 * 'kind' is the kind of thing it waits for, 'object' tells which one (NULL: none), 'holder' is the
 * number of the one thread that can end the wait (who holds the mutex, whom a join waits for), or
 * -1.  A wait inside an atomic section whose condition is false ends the execution silently, like
 * __mc_assume.
 *
 * __mc_atomic_try begins a section that takes a thing of that kind if it is free, and does
 * otherwise than wait if it is not; for joins, one that lets a join go on though the thread has not
 * ended. */

/* The kinds of goto/program/sync.def.  Arguments of this type are enumerators, never computed. */
enum __mc_sync {
	__mc_sync_mutex,
	__mc_sync_spinlock,
	__mc_sync_reader, /* a read-write lock, to read */
	__mc_sync_writer, /* a read-write lock, to write */
	__mc_sync_semaphore,
	__mc_sync_condition,
	__mc_sync_barrier,
	__mc_sync_join,
	__mc_sync_once,
	__mc_sync_futex,
	__mc_sync_input,      /* something to read from a pipe or socket of the program */
	__mc_sync_room,       /* room to write there */
	__mc_sync_event,      /* of poll and its kin */
	__mc_sync_connection, /* of accept and its kin, which somebody outside may end, too */
	__mc_sync_stream,     /* the lock of a stream of stdio */
	__mc_sync_file,       /* a lock on a file */
	__mc_sync_child,      /* the end of a child process */
	__mc_sync_signal,     /* of the program, or from outside */
	__mc_sync_sender,     /* waits are those of the thread that sends signals from outside */
	__mc_sync_turn,       /* of no model: a witness says which thread comes next */
};

/* Lowered by the frontend to ATOMIC_BEGIN and ATOMIC_END: */
void __mc_atomic_begin(void);
void __mc_atomic_try(enum __mc_sync kind);
void __mc_wait_until(int condition, enum __mc_sync kind, const void *object, int holder);
void __mc_atomic_end(void);
/* Executed by symex: */
int __mc_self(void); /* the number of this thread */
/* A new thread that runs body(data) once it is scheduled; returns its number.  'function' is what
 * the user calls the thread: the function that pthread_create was given. */
int __mc_spawn(void (*body)(void *), void *data, void (*function)(void));
void __mc_end_thread(void) __attribute__((noreturn)); /* of this thread */
void *__mc_thread_data(int thread); /* what __mc_spawn was given; NULL: no such thread, or main */
/* This thread holds a lock now, no longer: for reports, and for --lock-order-check if the section
 * began with a wait for it. */
void __mc_acquired(enum __mc_sync kind, const void *object);
void __mc_released(const void *object); /* nobody holds it any more */

/* Memory orders: what this thread has done so far happens before what another thread does after its
 * section has read the word that this section has written, if the first says 'release' of the word
 * and the second 'acquire'.  Called inside an atomic section, after the access to the word.  A
 * section that reads the word and writes it passes on what others have released there; one that
 * says nothing, a try that fails, orders nothing. */
void __mc_order_release(const void *word);
void __mc_order_acquire(const void *word);

/* A wait on a condition variable begins: does it end without a signal?  Both, if the user allows
 * it; see symex/step/wakeup.h.  It has, and the thread has its mutex back. */
int __mc_may_wake(const void *condition);
void __mc_woke(const void *condition);

/* For counterexamples: what was read from outside.  Bytes as text ('s'), or a number that they are:
 * 'd' signed, 'u' unsigned, 'f' floating; a character, or -1: the end; a variable of the
 * environment, of 0 bytes: not set. */
void __mc_input(const void *at, size_t n, int how);
void __mc_input_byte(int c);
void __mc_input_variable(const char *name, const char *text, size_t n);

/* A signal arrives from outside, is delivered to this thread, was handled: for reports. */
enum { __mc_arrives, __mc_delivered, __mc_handled };
void __mc_signal(int event, int number);
/* A bound of the named option of symex/environment.def keeps the environment from doing more. */
void __mc_bounded(const char *name);

/* Functions of numbers that are computed exactly where the arguments are constants, and are any
 * number elsewhere (symex/step/value/calculate.h), so a model assumes bounds.  'function' is a
 * string literal, "pow"; one with one argument is given 0 as y. */
double __mc_calculate(const char *function, double x, double y);
float __mc_calculatef(const char *function, float x, float y);
long double __mc_calculatel(const char *function, long double x, long double y);
/* "decimal": (high * 10^digits + low) * 10^scale, of __mc_more plus something below one unit of the
 * last digit; digits is at most 19.  "binary": (high * 16^digits + low) * 2^scale, and the same.
 * "decimal is outside", "binary is outside": 1 if the number is too large for every mode, or below
 * the normal ones and no float, else 0.
 * __mc_negative: the number is the opposite, which is rounded; the value is the absolute one.
 * __mc_after: it is tiny if it still is after it was rounded as if there were no least exponent. */
enum {
	__mc_more = 1,
	__mc_rest_below = 2, /* the digits behind compared with those of the boundary */
	__mc_rest_equal = 4,
	__mc_rest_above = 6,
	__mc_negative = 8,
	__mc_after = 16,
};
double __mc_decimal(const char *function, unsigned long long high, unsigned long long low,
                    int digits, int scale, int more);
float __mc_decimalf(const char *function, unsigned long long high, unsigned long long low,
                    int digits, int scale, int more);
long double __mc_decimall(const char *function, unsigned long long high, unsigned long long low,
                          int digits, int scale, int more);
/* "boundary": of such a number with more digits, which are to be compared with those of the number
 * at which the result changes: 19 of these, from 19 * index on.  -1ull: these and all that follow
 * are 0. -2ull: there is no such number.  10^19: all digits are below.  digits plus 32: it is
 * negative. */
unsigned long long __mc_boundary(const char *function, double like, unsigned long long high,
                                 unsigned long long low, int digits, int scale, int index);
unsigned long long __mc_boundaryf(const char *function, float like, unsigned long long high,
                                  unsigned long long low, int digits, int scale, int index);
unsigned long long __mc_boundaryl(const char *function, long double like, unsigned long long high,
                                  unsigned long long low, int digits, int scale, int index);
/* Of the text that the conversion 'how' ('f', ...; plus 128: "#"; plus 256: the number is negative)
 * writes for a finite number without its sign: "text length", its length; "text word", the eight
 * characters from the one with number 'at' on, the first one in the lowest bits. */
unsigned long long __mc_text(const char *function, double x, int how, int precision, int at);
unsigned long long __mc_textl(const char *function, long double x, int how, int precision, int at);

/* Is 1.  Paths from here on are not merged with others before the program has looked at what the
 * call returns: a call that failed, so that values are not both. */
int __mc_kept_apart(void);

/* Is it a constant, in an engine that explores states one by one?  Then a path for each value costs
 * less than one for all. */
int __mc_splits(unsigned long long value);
/* Is 1.  The path is the one with this value, and is not merged with those of others in this step.
 */
int __mc_chosen(unsigned value);

/* If 'holds', the step does what no execution that never ends may rely on: "unfair", the
 * environment does not do it for ever; "timeout", time passes until a wait with a limit gives up.
 * A string literal. */
void __mc_mark(const char *what, int holds);

/* What happens here, for the report; a string literal. */
void __mc_note(const char *text);

/* What the user lets the environment do: the value of an option named in symex/environment.def, by
 * a string literal.  Where it is 0, a proof says that it assumes so.  And "data-races-check",
 * "descriptor-check", "semaphores-count-waiters", "any-threads": what the user wants, about which
 * nothing is assumed; "argument-bytes", the room of an argument of main that the environment
 * chooses; "conditions-are-destroyed": whether the program has a call of
 * pthread_cond_destroy. */
int __mc_option(const char *name);

/* A search over small numbers from outside (symex/step/value/small.h) takes what the function reads
 * for this number; -1: it is open.  'variable' tells one input of the function from another; NULL:
 * the call does, of which this is the number-th input. */
int __mc_small(const char *function, const char *variable, int number);

/* What calls of a function share behind the scenes, where neither C nor POSIX require it to be
 * thread-safe, is a variable hidden_state_of_NAME: reports call it 'hidden state of NAME', and
 * races on it are reported.  One that only stands for such state is accessed by these, and only
 * where races are checked. */
#define WRITE_HIDDEN(state)                                                                        \
	do {                                                                                           \
		if (__mc_option("data-races-check"))                                                       \
			(state) = 0;                                                                           \
	} while (0)
#define READ_HIDDEN(state)                                                                         \
	do {                                                                                           \
		if (__mc_option("data-races-check"))                                                       \
			__mc_assume((state) == 0);                                                             \
	} while (0)

extern int __mc_rounding; /* fp_round of the next floating operation; defined in libc/math/fenv.c */

#endif
