/* symex/why/story.h -- a run as causes need it: what threads did to shared memory, to each other
 * and to the environment, with identities instead of texts, and what depends on what.
 *
 * A story is made of one concrete run (symex/concrete/), with all its events in the order of the
 * run, then those that are late: what each thread would have done next when the run ended.
 *
 * What library functions do inside is one event of the user's code: the call of pthread_mutex_lock
 * is a LOCK, atomic_fetch_add a READ and a WRITE of the user's variable.  So 'loc', 'function' and
 * 'pc' are those of the user's code.
 *
 * Events are found again in other runs by 'place' (see struct why_place): the same thread executes
 * the same instruction for the k-th time.
 *
 * Strings and arrays are in the story's arena.
 */
#ifndef SYMEX_WHY_STORY_H
#define SYMEX_WHY_STORY_H

#include "goto/program/prog.h"
#include "result/cause.h"
#include "symex/core/property.h"
#include "util/base/arena.h"
#include "symex/core/variable.h"
#include "util/number/bits.h"
#include "util/base/map.h"
#include "util/base/vec.h"

enum story_kind {
	STORY_READ,      /* of memory that several threads can reach */
	STORY_WRITE,     /* of such memory */
	STORY_LOCK,      /* a lock is acquired; a semaphore is passed */
	STORY_UNLOCK,    /* a lock is released; a semaphore is posted */
	STORY_WAIT,      /* a wait for a condition variable begins (the mutex is released with it) */
	STORY_WOKEN,     /* it ends */
	STORY_SIGNAL,    /* pthread_cond_signal and the like, for one waiter */
	STORY_BROADCAST, /* pthread_cond_broadcast and the like */
	STORY_CREATE,    /* 'other' begins */
	STORY_JOIN,      /* 'other' has ended, which was waited for */
	STORY_END,       /* of the thread */
	STORY_ALLOC,     /* a block is allocated */
	STORY_FREE,      /* a block is freed, or the lifetime of a variable ends */
	STORY_CALL,      /* the user calls a library function; 'value' is what it returned */
	STORY_INPUT,     /* the environment chooses a value */
	STORY_BRANCH,    /* a conditional jump of the user's code */
	STORY_VIOLATION, /* the last event that is not late, unless it is a deadlock or a race */
	STORY_KIND_N,
};

#define NO_EVENT UINT32_MAX

/* Where a thread is about to make a step: how events are found again in other runs. */
struct why_place {
	uint32_t thread;
	const struct function *function;
	uint32_t pc;  /* of the instruction that the step begins with, in models, too */
	uint32_t nth; /* steps of the thread that began there, this one included; from 1 on */
};

typedef VEC(uint32_t) story_indices;

struct story_event {
	enum story_kind kind;
	uint32_t thread;
	struct loc loc;                  /* of the user's code */
	const struct function *function; /* of the user: never one of a model */
	uint32_t pc;                     /* in that function: of the access, or of the library call */
	const struct ins *ins;           /* the instruction that is executed, perhaps one of a model */
	const char *callee; /* the library function that the user called, in which it is; or NULL */

	/* READ, WRITE, LOCK, UNLOCK, WAIT, WOKEN, SIGNAL, BROADCAST, ALLOC, FREE: memory. */
	uint32_t id;     /* of the object in this run; 0: none */
	uint64_t offset; /* first byte */
	uint32_t bytes;  /* ALLOC, FREE: 0, the whole object */
	const char
	    *object; /* "left", "pool.lock"; CALL: "read(...)"; BRANCH: the condition as written */
	const char *mutex;    /* WAIT: the mutex that is released; or NULL */
	struct bits bits;     /* READ, WRITE, INPUT, CALL with a result; width 0: none */
	const char *value;    /* the same as the user writes it; of a BRANCH: "80 + 0 >= 80"; or NULL */
	bool taken;           /* BRANCH: the condition as written ('object') was true */
	bool jumps;           /* BRANCH: the jump of the instruction was taken */
	bool is_choice;       /* INPUT: who is woken, a wake-up without signal, a failed allocation */
	bool is_indirect;     /* INPUT: inside a library call, which returned 'value' because of it */
	bool is_read_lock;    /* LOCK, UNLOCK */
	bool is_semaphore;    /* LOCK, UNLOCK */
	bool is_scope;        /* FREE: of a variable, whose scope was left */
	bool in_library;      /* READ, WRITE: of what a library function keeps between calls */
	bool is_atomic;       /* READ, WRITE: inside an atomic operation */
	const char *variable; /* INPUT: its name in detours (record_name) */
	enum variable_kind variable_kind;
	uint32_t other; /* CREATE, JOIN: the other thread; late LOCK, JOIN: who it waits for;
	                   SIGNAL: who was woken, if that is known; else NO_THREAD */

	story_indices held; /* the LOCK events of the locks that the thread holds here, oldest first */
	story_indices uses; /* READ, INPUT, CALL events that the value written, the condition or the
	                       address depends on, by registers and memory of the thread; in order */
	uint32_t control;   /* the BRANCH event that decided that it is executed; or NO_EVENT */
	uint32_t nth;       /* n-th event of this kind, thread, object and bytes; from 1 on */
	uint32_t partner;   /* UNLOCK: its LOCK; WOKEN: its WAIT; FREE: its ALLOC; or NO_EVENT */
	struct why_place place;
	uint32_t step;  /* of the run, counted from 1; 0: before the first; UINT32_MAX: late */
	uint32_t depth; /* of calls of user functions */
	bool late;      /* not yet done when the run ended */
};

struct story_wait { /* of a thread when the run ended */
	uint32_t thread;
	uint32_t event; /* a late LOCK, JOIN, or the WAIT (condition) that has not ended; or NO_EVENT */
	const char *what; /* "mutex", "condition", "join", "semaphore", "barrier" */
	uint32_t id;      /* object waited for; 0: none */
	uint64_t offset;
	const char *object; /* or NULL */
	uint32_t holder;    /* owner of the lock, thread that is joined; or NO_THREAD */
	struct loc loc;
};

struct story_hold { /* a lock that was held when the run ended, also by a thread that has ended */
	uint32_t thread;
	uint32_t event; /* its LOCK */
	bool has_ended; /* the thread */
};

struct story_thread {
	const char *start; /* the function of the user; NULL: main */
	bool has_ended;
	uint32_t end;   /* its END event; or NO_EVENT */
	uint32_t steps; /* 0: it never ran */
};

struct story {
	struct arena *arena;
	VEC(struct story_event) event; /* in the order of the run; late ones last */
	uint32_t late;                 /* index of the first late one */
	VEC(struct story_wait) wait;   /* by thread */
	VEC(struct story_hold) hold;   /* by thread */
	VEC(struct story_thread) thread;
	uint32_t property;         /* that is violated */
	enum property_class class; /* of it */
	const char *text;          /* of it */
	uint32_t violation;  /* VIOLATION event; race: the access of the thread that ran; or NO_EVENT */
	uint32_t raced[2];   /* race: the late accesses; else NO_EVENT */
	uint32_t freed;      /* memory error about a block: its FREE event; or NO_EVENT */
	uint32_t bad_object; /* memory error: the object that it is about; 0: not known */
};

void story_close(struct story *);

/* Do the bytes overlap? */
bool story_same_bytes(const struct story_event *, const struct story_event *);
/* Are they steps of different threads whose order matters? */
bool story_conflicts(const struct story_event *, const struct story_event *);
/* Does the thread hold the lock (object and offset of the LOCK event) at the event? */
bool story_holds(const struct story *, uint32_t event, uint32_t lock);
/* Does the value or condition of 'event' depend on 'on', directly or through other events of any
 * thread? */
bool story_depends(const struct story *, uint32_t event, uint32_t on);
/* Does the branch decide whether a loop goes on: is it the first one from its head on, or the jump
 * back?  What follows a loop is not what it tests for. */
bool story_is_of_loop(const struct story_event *branch);
/* As plain data for the result, strings in the arena. */
struct cause_event story_cause_event(const struct story *, uint32_t event, struct arena *);

#endif
