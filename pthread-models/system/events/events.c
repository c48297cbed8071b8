/* Which files are ready, and waiting for it. */
#include "../sockets/inside.h"
#include "special.h"

/* --- What is ready. --- */

static int pipe_events(const struct file *f) {
	int events = 0;
	if (f->in != NULL)
		events |= (IS_EMPTY(f->in) ? 0 : EVENTS_IN) | (f->in->writers == 0 ? EVENT_HANG_UP : 0);
	if (f->out != NULL)
		events |= (ROOM_IN(f->out) >= ATOMIC_WRITE ? EVENTS_OUT : 0) |
		          (f->out->readers == 0 ? EVENT_ERROR : 0);
	return events;
}

/* There is always room, see pair.c. */
static int pair_events(const struct file *f) {
	const struct socket *s = f->object;
	int both = s->type != SOCKET_DATAGRAM; /* ends know of each other */
	int no_input = f->in->readers == 0 || (both && f->in->writers == 0);
	int no_output = f->out->writers == 0 || (both && (f->out->readers == 0 || f->out->is_gone));
	if (IS_TCP(s))
		no_output = f->out->writers == 0 || f->in->is_reset || f->out->is_gone > 1;
	int events = EVENTS_OUT;
	if (!IS_EMPTY(f->in))
		events |= EVENTS_IN;
	if (no_input)
		events |= EVENTS_IN | EVENT_PEER_SHUT;
	if (no_input && no_output)
		events |= EVENT_HANG_UP;
	if (f->in->is_reset || (IS_TCP(s) && f->out->is_gone == 2))
		events |= EVENT_ERROR;
	return events;
}

static int listener_events(const struct socket *s, int *may) {
#ifdef USES___model_wants_names
	if (s->listener != NULL) {
		int who = WHO_CONNECTS();
		int waits = !IS_EMPTY(&s->listener->arrivals);
		if (who == BOTH_CONNECT && !waits)
			*may = EVENTS_IN;
		return waits ? EVENTS_IN : 0;
	}
#endif
	(void)s;
	*may = EVENTS_IN;
	return 0;
}

static int socket_events(const struct file *f, int *may) {
	const struct socket *s = f->object;
	int always = IS_OPEN_ENVIRONMENT() ? EVENT_ERROR | EVENT_HANG_UP : 0;
	if (f->in != NULL)
		return pair_events(f);
	int connects = s->type == SOCKET_STREAM || s->type == SOCKET_PACKETS;
#ifdef USES___model_wants_names
	if (!connects && s->inbox != NULL) {
		int who = WHO_CONNECTS(), waits = !IS_EMPTY(&s->inbox->arrivals);
		if (who == BOTH_CONNECT && !waits)
			*may = EVENTS_IN;
		return EVENTS_OUT | (waits ? EVENTS_IN : 0) | (s->error != 0 ? EVENT_ERROR : 0);
	}
#endif
	if (!connects)
		*may = EVENTS_IN | EVENTS_OUT | (always & EVENT_ERROR);
	else if (s->state == SOCKET_LISTENING)
		return listener_events(s, may);
	else if (s->state == SOCKET_CONNECTED)
		*may = EVENTS_IN | EVENTS_OUT | EVENT_URGENT | EVENT_PEER_SHUT | always;
	else if (s->state == SOCKET_CONNECTING && s->error != 0)
		return EVENTS_IN | EVENTS_OUT | EVENT_PEER_SHUT | EVENT_ERROR | EVENT_HANG_UP;
	else if (s->state == SOCKET_CONNECTING)
		*may = EVENTS_OUT | (always != 0 ? EVENTS_IN | EVENT_PEER_SHUT | always : 0);
	else
		return EVENTS_OUT | EVENT_HANG_UP;
	return 0;
}

int __model_events(const struct file *f, int asked, int *may) {
	int events = 0;
	*may = 0;
	switch (f->kind) {
	case FILE_NONE: events = EVENT_CLOSED; break;
	case FILE_PIPE:
		if (f->in != NULL || f->out != NULL)
			events = pipe_events(f);
		else /* another process has it, too: fork */
			*may = (f->flags & ACCESS_MODE) == ACCESS_READ ? EVENTS_IN | EVENT_HANG_UP
			                                               : EVENTS_OUT | EVENT_ERROR;
		break;
	case FILE_SOCKET: events = socket_events(f, may); break;
#ifdef USES_eventfd
	case FILE_EVENT: events = __model_counter_events(f); break;
#endif
#ifdef USES_timerfd_create
	case FILE_TIMER: events = __model_timer_events(f, may); break;
#endif
#ifdef USES_signalfd
	case FILE_SIGNAL: events = __model_signal_events(f, may); break;
#endif
	case FILE_EPOLL: __mc_unsupported("events of an epoll descriptor"); break;
	case FILE_DIRECTORY:
	case FILE_MEMORY: events = EVENTS_IN | EVENTS_OUT; break;
	default:
		*may = EVENTS_IN | EVENTS_OUT;
		if (IS_OPEN_ENVIRONMENT())
			*may |= EVENT_URGENT | EVENT_ERROR | EVENT_HANG_UP;
	}
	asked |= EVENTS_ALWAYS;
	*may &= asked;
	return events & asked;
}

int __model_outside_events(const struct file *f, int may) {
	if (may == 0)
		return 0;
	int events = __mc_nondet_int() & may;
#ifdef USES_timerfd_create
	if (f->kind == FILE_TIMER && events != 0)
		__model_timer_expires(f);
#endif
#ifdef USES_signalfd
	if (f->kind == FILE_SIGNAL && events != 0)
		__model_signal_arrives(f);
#endif
	if (f->kind != FILE_SOCKET || events == 0)
		return events;
	struct socket *s = f->object;
	if (s->state != SOCKET_CONNECTING || s->error != 0)
		return events;
	if ((events & (EVENT_ERROR | EVENT_HANG_UP)) != 0)
		s->error = ANY_OF(ECONNREFUSED, ECONNRESET, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT);
	else
		s->state = SOCKET_CONNECTED;
	return events;
}

/* --- Waiting. --- */

static const struct channel quiet_channel = {.readers = 1, .writers = 1};
static const struct channel full_channel = {.end = CHANNEL_SIZE, .readers = 1, .writers = 1};
static const int never_changes;

static const struct watch no_watch = {&quiet_channel, &quiet_channel, &quiet_channel,
                                      &full_channel,  &quiet_channel, 0};

/* What is new in a channel, or that nobody writes to it any more. */
static void watch_input(struct watch *w, const struct channel *c, int asked,
                        const struct edge *edge) {
	if (edge == NULL || !edge->end)
		w->fed = c;
	if ((asked & EVENTS_IN) == 0)
		return;
	if (edge == NULL) {
		w->data = c;
	} else {
		w->edge = c;
		w->seen = edge->arrivals;
	}
}

void __model_add_watch(struct watches *all, const struct file *f, int asked,
                       const struct edge *edge) {
	if (all->n == WATCHES)
		__mc_unsupported("a wait for more than 16 files");
	struct watch *w = &all->at[all->n++];
	*w = no_watch;
	switch (f->kind) {
	case FILE_SOCKET: {
		const struct socket *s = f->object;
#ifdef USES___model_wants_names
		if (f->in == NULL) { /* it listens, or receives datagrams */
			all->for_outside = 1;
			watch_input(w, s->inbox != NULL ? &s->inbox->arrivals : &s->listener->arrivals, asked,
			            edge);
			return;
		}
#endif
		if ((asked & EVENTS_IN) == 0)
			__mc_unsupported("a wait for a socket pair that asks neither for input nor output");
		watch_input(w, f->in, asked, edge);
		if (edge == NULL || !edge->end)
			w->read = f->in;
		if (s->type == SOCKET_DATAGRAM)
			w->fed = no_watch.fed;
		return;
	}
	case FILE_EPOLL:
	case FILE_SIGNAL:
		__mc_unsupported(
		    "a wait for an epoll descriptor, or for a signalfd to which nothing comes");
		return;
	case FILE_EVENT:
		if ((asked & EVENTS_IN) == 0)
			__mc_unsupported("a wait for an eventfd without asking for input");
	}
	if (f->in != NULL)
		watch_input(w, f->in, asked, edge);
	if (f->out != NULL) {
		w->read = f->out;
		if ((asked & EVENTS_OUT) != 0)
			w->room = f->out;
	}
}

/* What the mask of this call lets through, and what was blocked before. */
static _Thread_local signals masked_lets_through, masked_before;

void __model_wait_for_watches(struct watches *all, int waiter, const int *changes, int seen) {
	struct thread *self = __model_self();
	const struct watch *w = all->at;
	if (changes == NULL)
		changes = &never_changes;
#ifdef USES___model_begin_masked
	if (waiter == WAITER_MASKED) {
		int me = __model_signal_self();
		signals let = masked_lets_through;
		for (int i = all->n; i < WATCHES; i++)
			all->at[i] = no_watch;
		__mc_wait_until(WATCH_ENDS_16(w) | (*changes != seen) | CANCELLED(self) |
		                    (((__model_pending[0] | __model_pending[1 + me]) & let) != 0),
		                __mc_sync_event, NULL, -1);
		return;
	}
#endif
#ifdef USES___model_wants_names
	if (all->for_outside) {
		for (int i = all->n; i < WATCHES; i++)
			all->at[i] = no_watch;
		__mc_wait_until(WATCH_ENDS_16(w) | (*changes != seen) | CANCELLED(self) |
		                    INTERRUPTED(waiter),
		                __mc_sync_connection, NULL, -1);
		return;
	}
#endif
	int end = all->n <= 1 ? 1 : all->n <= 4 ? 4 : WATCHES;
	for (int i = all->n; i < end; i++)
		all->at[i] = no_watch;
	if (end == 1)
		__mc_wait_until(WATCH_ENDS(w[0]) | (*changes != seen) | CANCELLED(self) |
		                    INTERRUPTED(waiter),
		                __mc_sync_event, NULL, -1);
	else if (end == 4)
		__mc_wait_until(WATCH_ENDS_4(w) | (*changes != seen) | CANCELLED(self) |
		                    INTERRUPTED(waiter),
		                __mc_sync_event, NULL, -1);
	else
		__mc_wait_until(WATCH_ENDS_16(w) | (*changes != seen) | CANCELLED(self) |
		                    INTERRUPTED(waiter),
		                __mc_sync_event, NULL, -1);
}

int __model_limit(const struct moment *m) {
	if (m == NULL)
		return WAITS_FOREVER;
	if (m->seconds < 0 || !__model_is_moment(m))
		return -1;
	return m->seconds == 0 && m->nanoseconds == 0 ? WAITS_NOT : WAITS_LONG;
}

int __model_begin_poll(void) {
	int waiter = __model_begin_wait();
	if (waiter >= WAITER_COUNTS) {
		__mc_atomic_begin();
		__model_awaits_handler[waiter & 63] = AWAITS_ANY;
		__mc_atomic_end();
	}
	return waiter;
}

int __model_begin_masked(const struct signal_set *mask, int limit) {
	if (mask == NULL)
		return limit == WAITS_NOT ? 0 : __model_begin_poll();
	int me = __model_signal_self();
	masked_lets_through = ~__model_read_set(mask) | NEVER_BLOCKED;
	__mc_atomic_begin();
	masked_before = __model_blocked[me];
	__model_blocked[me] = ~NEVER_BLOCKED;
	__mc_atomic_end();
	return WAITER_MASKED;
}

int __model_masked_signal(int waiter) {
	int me = __model_signal_self();
	return waiter == WAITER_MASKED &&
	       ((__model_pending[0] | __model_pending[1 + me]) & masked_lets_through) != 0;
}

int __model_deliver_masked(void) {
	int me = __model_signal_self();
	signals before = masked_before;
	__mc_atomic_begin();
	__model_blocked[me] = ~masked_lets_through;
	__model_before_suspension[me] = before;
	__model_is_suspended[me] = 1;
	__mc_atomic_end();
	__model_deliver_all(me);
	__mc_atomic_begin();
	int has_run = !__model_is_suspended[me];
	__model_is_suspended[me] = 0;
	if (!has_run)
		__model_blocked[me] = ~NEVER_BLOCKED;
	__mc_atomic_end();
	masked_before = before;
	return has_run;
}

void __model_end_masked(int waiter) {
	if (waiter != WAITER_MASKED)
		return;
	int me = __model_signal_self();
	__mc_atomic_begin();
	__model_blocked[me] = masked_before;
	__mc_atomic_end();
	__model_deliver_all(me);
}
