/* Signals: actions, delivery, and who sends them.  See ../signal.h. */
#include "../../system/process/process.h"

enum { SA_NOCLDWAIT = 2, SA_SIGINFO = 4, SA_RESTART = 0x10000000, SA_NODEFER = 0x40000000 };
#define SA_RESETHAND 0x80000000u

typedef void (*handler)(int);

#define HANDLER_DEFAULT ((handler)0)
#define HANDLER_IGNORE  ((handler)1)
#define HANDLER_ERROR   ((handler)-1)

struct action {
	handler handler;
	signals mask;
	unsigned flags;
};

struct user_action { /* struct sigaction */
	handler handler;
	struct signal_set mask;
	int flags;
	void (*restorer)(void);
};

signals __model_pending[1 + SIGNAL_THREADS];
signals __model_blocked[SIGNAL_THREADS];
signals __model_spent;
int __model_awaits_handler[SIGNAL_THREADS];
int __model_is_suspended[SIGNAL_THREADS];
signals __model_before_suspension[SIGNAL_THREADS];
int __model_ignores_children;
signals __model_sent_to_process[1 + SIGNAL_THREADS];
signals __model_sent_to_thread[1 + SIGNAL_THREADS];
_Thread_local enum sender __model_sender;

static struct action signal_action[LAST_SIGNAL + 1];
static unsigned char signal_arrivals[LAST_SIGNAL + 1]; /* from outside, so far */
static signals signal_senders;                         /* for which there is one */
static signals signal_interrupts;                      /* what siginterrupt has set last */
static int signal_never;                               /* 0 */

int __model_signal_error(int error) {
	*__errno_location() = error;
	return -1;
}

int __model_signal_self(void) {
	int me = __mc_self();
	if (me >= SIGNAL_THREADS)
		__mc_unsupported("signals and more than 64 threads");
	return me;
}

/* --- Delivery. --- */

static void forget_senders(int to, signals set) {
	__model_sent_to_process[to] &= ~set;
	__model_sent_to_thread[to] &= ~set;
}

/* In the order of Linux: the thread's own first, the lowest number first.  POSIX leaves it open;
 * but those from outside arrive in any order, so only what the program sends itself is affected. */
int __model_take_signal(int me, signals set) {
	int from = (__model_pending[1 + me] & set) != 0 ? 1 + me : 0;
	set &= __model_pending[from];
	if (set == 0)
		return 0;
	signals bit = set & -set;
	__model_pending[from] &= ~bit;
	__mc_order_acquire(&__model_pending[from]);
	__model_sender = (__model_sent_to_process[from] & bit) != 0  ? SENDER_USER
	                 : (__model_sent_to_thread[from] & bit) != 0 ? SENDER_THREAD
	                                                             : SENDER_OUTSIDE;
	forget_senders(from, bit);
	return __builtin_ctzll(set) + 1;
}

void __model_explain_signal(enum sender sender, int *error, int *code, int *pid) {
	if (sender == SENDER_OUTSIDE)
		return;
	*error = 0;
	*code = sender == SENDER_USER ? 0 : -6; /* SI_USER, SI_TKILL */
	*pid = getpid();
}

static void default_action(int number) {
	if (number == SIGNAL_CHLD || number == SIGNAL_CONT || number == SIGNAL_URG ||
	    number == SIGNAL_WINCH)
		return;
	if (number == SIGNAL_STOP || number == SIGNAL_TSTP || number == SIGNAL_TTIN ||
	    number == SIGNAL_TTOU)
		__mc_unsupported("a signal that stops the process");
	__mc_abort();
}

static void call_handler(const struct action *a, int number, enum sender sender) {
	if ((a->flags & SA_SIGINFO) == 0) {
		a->handler(number);
		return;
	}
	struct signal_info info;
	unsigned long context[128];
	info.number = number;
	__model_explain_signal(sender, &info.error, &info.code, &info.pid);
	void (*long_handler)(int, void *, void *) =
	    (void (*)(int, void *, void *))(void (*)(void))a->handler;
	long_handler(number, &info, context);
}

void __model_interrupt(void) {
	int me = __model_signal_self();
	signals before = __model_blocked[me];
	int number = __model_take_signal(me, ~before);
	enum sender sender = __model_sender;
	struct action a = signal_action[number];
	int is_handled = a.handler != HANDLER_DEFAULT && a.handler != HANDLER_IGNORE;
	if (is_handled) {
		__model_blocked[me] |= a.mask | (a.flags & SA_NODEFER ? 0 : SIGNAL_BIT(number));
		if (a.flags & SA_RESETHAND)
			signal_action[number].handler = HANDLER_DEFAULT;
#ifdef USES_sigsuspend
		if (__model_is_suspended[me]) {
			before = __model_before_suspension[me];
			__model_is_suspended[me] = 0;
		}
#endif
#ifdef USES___model_deliver_masked
		if (__model_is_suspended[me]) {
			before = __model_before_suspension[me];
			__model_is_suspended[me] = 0;
		}
#endif
		__mc_signal(__mc_delivered, number);
	}
	__mc_atomic_end();
	if (is_handled) {
		/* Linux prepares the handlers of all signals that are pending, each to interrupt the one
		 * before; where there are signals from outside, any may come here anyway. */
		if (__mc_option("signals") == 0)
			__model_deliver_all(me);
		call_handler(&a, number, sender);
		__mc_atomic_begin();
		__model_blocked[me] = before;
		__mc_signal(__mc_handled, number);
		__model_awaits_handler[me] &= a.flags & SA_RESTART ? ~AWAITS_ANY : 0;
		__mc_atomic_end();
	} else if (number != 0 && a.handler == HANDLER_DEFAULT) {
		default_action(number);
	}
}

void __model_deliver_all(int me) {
	for (;;) {
		__mc_atomic_begin();
		signals now = (__model_pending[0] | __model_pending[1 + me]) & ~__model_blocked[me];
		if (now == 0)
			break;
		__model_interrupt();
	}
	__mc_atomic_end();
}

/* --- Signals from outside. --- */

void __model_count_arrival(int number) {
	signal_arrivals[number]++;
	if (signal_arrivals[number] >= __mc_option("signals")) {
		__model_spent |= SIGNAL_BIT(number);
		__mc_bounded("signals");
	}
}

/* The first wait of a thread is part of its creation if its own function makes it, so this is
 * another one. */
static void send_signals(int number) {
	signals bit = SIGNAL_BIT(number);
	for (;;) {
		__mc_wait_until(((__model_pending[0] | __model_spent) & bit) == 0, __mc_sync_sender, NULL,
		                -1);
		__model_pending[0] |= bit;
		__model_count_arrival(number);
		__mc_signal(__mc_arrives, number);
		int is_last = (__model_spent & bit) != 0;
		__mc_atomic_end();
		if (is_last)
			return;
	}
}

static void run_sender(void *number) {
	send_signals((int)(uintptr_t)number);
	__mc_end_thread();
}

/* goto/analysis/interrupts.c drops the body where nothing is to arrive. */
void __model_start_sender(int number) {
	do {
		__mc_atomic_begin();
		int thread = __mc_spawn(run_sender, (void *)(uintptr_t)number, NULL);
		if (thread >= SIGNAL_THREADS)
			__mc_unsupported("signals and more than 64 threads");
		__model_blocked[thread & (SIGNAL_THREADS - 1)] = ~0ULL;
		__mc_atomic_end();
	} while (signal_never); /* analyses see several threads, which may be interrupted */
}

/* --- Actions. --- */

/* A new thread blocks what its creator blocks. */
void __model_inherit_mask(int thread) {
	if (thread >= SIGNAL_THREADS)
		__mc_unsupported("signals and more than 64 threads");
	__model_blocked[thread & (SIGNAL_THREADS - 1)] = __model_blocked[__model_signal_self()];
}

extern void (*__model_before_abort)(void);

/* It is delivered even if it is blocked; if the handler returns, the program ends. */
static void signal_abort(void) {
	int me = __model_signal_self();
	__mc_atomic_begin();
	__model_blocked[me] &= ~SIGNAL_BIT(SIGNAL_ABRT);
	__model_make_pending(1 + me, SIGNAL_ABRT, SENDER_THREAD);
	__mc_atomic_end();
	__model_deliver_all(me);
}

static struct action set_action(int number, struct action wanted) {
	int is_handler = wanted.handler != HANDLER_DEFAULT && wanted.handler != HANDLER_IGNORE;
	signals bit = SIGNAL_BIT(number);
	int me = __model_signal_self();
	__mc_atomic_begin();
	struct action old = signal_action[number];
	signal_action[number] = wanted;
	if (number == SIGNAL_CHLD)
		__model_ignores_children =
		    wanted.handler == HANDLER_IGNORE || (wanted.flags & SA_NOCLDWAIT) != 0;
	if (wanted.handler == HANDLER_IGNORE) { /* threads discard it when they would take it */
		__model_pending[0] &= ~bit;
		__model_pending[1 + me] &= ~bit;
		forget_senders(0, bit);
		forget_senders(1 + me, bit);
	}
	int starts = is_handler && (signal_senders & bit) == 0 && (FAULTS & bit) == 0;
	if (starts)
		signal_senders |= bit;
	__model_at_create = __model_inherit_mask;
	if (is_handler)
		__model_handles_signals = 1;
	if (is_handler && number == SIGNAL_ABRT)
		__model_before_abort = signal_abort;
	__mc_atomic_end();
	if (starts && __mc_option("signals") > 0)
		__model_start_sender(number);
	if (signal_never) { /* analyses see that it is called */
		__mc_atomic_begin();
		__model_interrupt();
	}
	return old;
}

static int may_be_set(int number) {
	return number >= 1 && number <= LAST_SIGNAL && number != SIGNAL_KILL && number != SIGNAL_STOP &&
	       !IS_INTERNAL(number);
}

static handler set_handler(int number, handler h, unsigned flags) {
	if (!may_be_set(number) || h == HANDLER_ERROR) {
		__model_signal_error(EINVAL);
		return HANDLER_ERROR;
	}
	/* glibc: with the semantics of BSD, the signal is in the mask, too. */
	struct action new = {h, (flags & SA_NODEFER) != 0 ? 0 : SIGNAL_BIT(number), flags};
	return set_action(number, new).handler;
}

/* siginterrupt also changes what signal does from then on. */
static unsigned restarts(int number) {
	(void)number;
#ifdef USES_siginterrupt
	return (signal_interrupts & SIGNAL_BIT(number)) != 0 ? 0 : SA_RESTART;
#endif
	return SA_RESTART;
}

handler signal(int number, handler h) {
	return set_handler(number, h, restarts(number));
}

handler bsd_signal(int number, handler h) {
	return set_handler(number, h, restarts(number));
}

handler sysv_signal(int number, handler h) {
	return set_handler(number, h, SA_RESETHAND | SA_NODEFER);
}

handler __sysv_signal(int number, handler h) {
	return set_handler(number, h, SA_RESETHAND | SA_NODEFER);
}

int sigaction(int number, const struct user_action *new, struct user_action *old) {
	struct action before;
	if (number < 1 || number > LAST_SIGNAL || IS_INTERNAL(number) ||
	    (new != NULL && !may_be_set(number)))
		return __model_signal_error(EINVAL);
	if (new != NULL) {
		struct action now = {new->handler, __model_read_set(&new->mask), (unsigned)new->flags};
		before = set_action(number, now);
	} else {
		__mc_atomic_begin();
		before = signal_action[number];
		__mc_atomic_end();
	}
	if (old != NULL) {
		old->handler = before.handler;
		__model_write_set(&old->mask, before.mask);
		old->flags = (int)before.flags;
		old->restorer = NULL;
	}
	return 0;
}

int siginterrupt(int number, int interrupts) {
	if (!may_be_set(number))
		return __model_signal_error(EINVAL);
	__mc_atomic_begin();
	if (interrupts) {
		signal_interrupts |= SIGNAL_BIT(number);
		signal_action[number].flags &= ~(unsigned)SA_RESTART;
	} else {
		signal_interrupts &= ~SIGNAL_BIT(number);
		signal_action[number].flags |= SA_RESTART;
	}
	__mc_atomic_end();
	return 0;
}
