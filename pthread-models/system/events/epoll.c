/* epoll: lists of files, and waiting for their events. */
#include "../sockets/inside.h"
#include "special.h"

enum { EPOLL_ADD = 1, EPOLL_DEL = 2, EPOLL_MOD = 3, INTERESTS = 16 };
#define EPOLL_ONCE 0x40000000u
#define EPOLL_EDGE 0x80000000u

struct epoll_entry { /* struct epoll_event */
	unsigned events;
	unsigned long long data;
}
#if defined(__x86_64__) || defined(__i386__)
__attribute__((packed))
#endif
;

struct interest {
	struct file *file; /* NULL: this is free */
	int fd;
	unsigned events;
	unsigned long long data;
	int is_off;    /* after EPOLLONESHOT */
	int is_new;    /* added or changed, and not reported since; of EPOLLET, as the next two */
	unsigned seen; /* arrivals when it was reported last */
	int seen_end;  /* was it known then that nobody writes any more? */
};

/* Loops over the list act where they find an entry: behind them, its number would be symbolic. */
struct epoll {   /* struct file.object */
	int changes; /* of the list */
	struct interest at[INTERESTS];
};

static int new_epoll(int flags) {
	if (FAILS())
		return ERROR(EMFILE, ENFILE, ENOMEM);
	struct epoll *e = __mc_alloc(sizeof *e, __mc_internal);
	e->changes = 0;
	for (int i = 0; i < INTERESTS; i++)
		e->at[i].file = NULL;
	return __model_add_special(FILE_EPOLL, flags, e);
}

int epoll_create(int size) {
	return size <= 0 ? ERROR(EINVAL) : new_epoll(0);
}

int epoll_create1(int flags) {
	return (flags & ~OPEN_CLOEXEC) != 0 ? ERROR(EINVAL) : new_epoll(flags);
}

/* --- The list. --- */

static void remove_interest(struct epoll *e, struct interest *it) {
	it->file->watched--;
	it->file = NULL;
	e->changes++;
}

static void remove_all(struct epoll *e, const struct file *f) {
	for (int i = 0; i < INTERESTS; i++)
		if (e->at[i].file == f)
			remove_interest(e, &e->at[i]);
}

void __model_forget_file(struct file *f) {
	if (f->kind == FILE_EPOLL) {
		struct epoll *e = f->object;
		for (int i = 0; i < INTERESTS; i++)
			if (e->at[i].file != NULL)
				remove_interest(e, &e->at[i]);
	}
	for (int fd = 0; fd < DESCRIPTORS && f->watched > 0; fd++) {
		const struct file *other = __model_file(fd);
		if (other != NULL && other->kind == FILE_EPOLL)
			remove_all(other->object, f);
	}
}

/* Has the file events at all?  0, or an error number. */
static int why_not_watched(const struct file *f) {
	int may_be_ordinary =
	    f->kind == FILE_ORDINARY || (f->kind == FILE_STANDARD && IS_OPEN_ENVIRONMENT());
	if (f->kind == FILE_DIRECTORY || f->kind == FILE_MEMORY)
		return EPERM;
	if (!may_be_ordinary)
		return 0;
	return !IS_OPEN_ENVIRONMENT() || __mc_nondet_bool() ? EPERM : 0;
}

/* Where something arrives that is inside the program; or NULL. */
static const struct channel *input_of(const struct file *f) {
#ifdef USES___model_wants_names
	if (f->kind == FILE_SOCKET && f->in == NULL) {
		const struct socket *s = f->object;
		return s->listener != NULL ? &s->listener->arrivals
		       : s->inbox != NULL  ? &s->inbox->arrivals
		                           : NULL;
	}
#endif
	return f->in;
}

static void set_interest(struct epoll *e, struct interest *it, struct file *f, int fd,
                         const struct epoll_entry *new) {
	it->file = f;
	it->fd = fd;
	it->events = new->events;
	it->data = new->data;
	it->is_off = it->seen_end = 0;
	it->is_new = 1;
	it->seen = input_of(f) != NULL ? input_of(f)->arrivals : 0;
	e->changes++;
}

/* In an atomic section: 0, or an error number. */
static int change_list(struct epoll *e, int change, struct file *f, int fd,
                       const struct epoll_entry *new) {
	for (int i = 0; i < INTERESTS; i++) {
		struct interest *it = &e->at[i];
		if (it->file != f || it->fd != fd)
			continue;
		if (change == EPOLL_ADD)
			return EEXIST;
		if (change == EPOLL_DEL)
			remove_interest(e, it);
		else
			set_interest(e, it, f, fd, new);
		return 0;
	}
	if (change != EPOLL_ADD)
		return ENOENT;
	for (int i = 0; i < INTERESTS; i++)
		if (e->at[i].file == NULL) {
			f->watched++;
			set_interest(e, &e->at[i], f, fd, new);
			return 0;
		}
	__mc_unsupported("more than 16 files in a list of epoll");
	return 0;
}

int epoll_ctl(int epoll, int change, int fd, struct epoll_entry *entry) {
	struct epoll_entry new = {0, 0};
	if (change != EPOLL_DEL) {
		NEED_READABLE(entry, sizeof *entry, "epoll_ctl");
		new = *entry;
	}
	int fails = change != EPOLL_DEL && FAILS(), error = 0;
	__model_need_open(epoll);
	__model_need_open(fd);
	__mc_atomic_begin();
	struct file *list = __model_file(epoll), *f = __model_file(fd);
	if (list == NULL || f == NULL)
		error = EBADF;
	else
		error = why_not_watched(f);
	if (error == 0 &&
	    (f == list || list->kind != FILE_EPOLL || change < EPOLL_ADD || change > EPOLL_MOD))
		error = EINVAL;
	if (error == 0 && f->kind == FILE_EPOLL)
		__mc_unsupported("an epoll descriptor in the list of another one");
	if (error == 0 && fails && change == EPOLL_ADD)
		error = ENOMEM;
	if (error == 0)
		error = change_list(list->object, change, f, fd, &new);
	__mc_atomic_end();
	if (error == ENOMEM)
		return ERROR(ENOMEM, ENOSPC);
	return error != 0 ? __model_error(error) : 0;
}

/* --- Waiting. --- */

static int has_ended(const struct file *f) {
	return f->in != NULL && (f->in->writers == 0 || f->in->readers == 0);
}

/* Has anything happened since an entry with EPOLLET was reported?  What is written has come, or
 * nobody writes any more; of room to write, anybody may hear again. */
static int is_edge(const struct interest *it, int events) {
	if (it->is_new)
		return 1;
	const struct channel *in = input_of(it->file);
	if ((events & ~(EVENTS_OUT)) != 0 && in != NULL &&
	    (in->arrivals != it->seen || has_ended(it->file) != it->seen_end))
		return 1;
	return (events & EVENTS_OUT) != 0 && __mc_nondet_bool();
}

/* In an atomic section: what is reported of an entry now. */
static int interest_events(const struct interest *it, int *open) {
	int may;
	if (it->file == NULL || it->is_off)
		return 0;
	int events = __model_events(it->file, (int)(it->events & 0xffff), &may);
	if (may != 0) {
		++*open;
		events |= __model_outside_events(it->file, may);
	}
	if ((it->events & EPOLL_EDGE) != 0 && may == 0 && events != 0 && !is_edge(it, events))
		return 0;
	return events;
}

static void report(struct interest *it) {
	if ((it->events & EPOLL_ONCE) != 0)
		it->is_off = 1;
	if ((it->events & EPOLL_EDGE) != 0) {
		it->is_new = 0;
		it->seen = input_of(it->file) != NULL ? input_of(it->file)->arrivals : 0;
		it->seen_end = has_ended(it->file);
	}
}

/* In an atomic section: which entries are reported; if there are more than fit, any of them. */
static int collect(struct epoll *e, struct epoll_entry *to, int most, int *open) {
	int ready = 0, skipped = 0;
	*open = 0;
	for (int i = 0; i < INTERESTS; i++) {
		struct interest *it = &e->at[i];
		int events = interest_events(it, open);
		if (events == 0)
			continue;
		if (ready == most || (most < INTERESTS && __mc_nondet_bool())) {
			skipped = 1;
			continue;
		}
		to[ready].events = (unsigned)events;
		to[ready++].data = it->data;
		report(it);
	}
	__mc_assume(!skipped || ready == most);
	return ready;
}

static void add_interest(struct watches *w, const struct interest *it) {
	int asked = (int)(it->events & 0xffff);
	if (it->file == NULL || it->is_off)
		return;
	if ((it->events & EPOLL_EDGE) == 0) {
		__model_add_watch(w, it->file, asked, NULL);
		return;
	}
	if ((asked & EVENTS_OUT) != 0)
		__mc_unsupported("a wait for a file of the program with EPOLLET and EPOLLOUT");
	struct edge edge = {it->seen, it->seen_end};
	__model_add_watch(w, it->file, asked, &edge);
}

/* How many entries are reported; or -1 with EINTR.  Whoever changes the list ends the wait, which
 * then begins again with the new one. */
static int wait_for_list(struct epoll *e, struct epoll_entry *to, int most, int limit, int waiter) {
	struct thread *self = __model_self();
	int open, cancelled = 0, comes = 0;
	__mc_atomic_begin();
	int ready = collect(e, to, most, &open);
#ifdef USES___model_begin_masked
	comes = __model_masked_signal(waiter);
#endif
	while (ready == 0 && open == 0 && limit == WAITS_FOREVER && !cancelled && !comes &&
	       !INTERRUPTED(waiter)) {
		struct watches w;
		w.n = w.for_outside = 0;
		for (int i = 0; i < INTERESTS; i++)
			add_interest(&w, &e->at[i]);
		int seen = e->changes;
		__mc_atomic_end();
		__model_wait_for_watches(&w, waiter, &e->changes, seen);
		cancelled = CANCELLED(self);
		ready = collect(e, to, most, &open);
#ifdef USES___model_begin_masked
		comes = __model_masked_signal(waiter);
#endif
	}
#ifdef USES___model_begin_masked
	if (waiter == WAITER_MASKED) {
		__mc_atomic_end();
		if (ready > 0)
			return ready;
		if (comes && !cancelled && limit != WAITS_NOT) /* Linux does not look if it does not wait */
			return __model_deliver_masked() ? __model_error(EINTR)
			                                : wait_for_list(e, to, most, limit, waiter);
		__mc_atomic_begin();
		waiter = 0;
	}
#endif
	int interrupted = __model_end_wait(waiter);
	__mc_atomic_end();
	if (ready > 0)
		return ready;
	if (cancelled)
		__model_cancel_self();
	if (interrupted)
		return __model_error(EINTR);
	__mc_assume(limit != WAITS_FOREVER); /* something comes from outside */
	return 0;
}

static int wait_for_epoll(int fd, struct epoll_entry *to, int most, int limit, int waiter) {
	struct epoll_entry found[INTERESTS];
	if (most <= 0)
		return __model_error(EINVAL);
	struct file *f = __model_find_special(fd, FILE_EPOLL);
	if (f == NULL)
		return -1;
	int ready = wait_for_list(f->object, found, most, limit, waiter);
	if (ready > 0) {
		NEED_WRITABLE(to, (size_t)ready * sizeof *to, "epoll_wait");
		for (int i = 0; i < ready; i++)
			to[i] = found[i];
	}
	return ready;
}

static int epoll_limit(int milliseconds) {
	return milliseconds < 0 ? WAITS_FOREVER : milliseconds == 0 ? WAITS_NOT : WAITS_LONG;
}

int epoll_wait(int fd, struct epoll_entry *to, int most, int milliseconds) {
	CANCELLATION_POINT();
	int limit = epoll_limit(milliseconds);
	return wait_for_epoll(fd, to, most, limit, limit == WAITS_NOT ? 0 : __model_begin_poll());
}

static int wait_masked(int fd, struct epoll_entry *to, int most, int limit,
                       const struct signal_set *mask) {
	int waiter = __model_begin_masked(mask, limit);
	int ready = wait_for_epoll(fd, to, most, limit, waiter);
	__model_end_masked(waiter);
	return ready;
}

int epoll_pwait(int fd, struct epoll_entry *to, int most, int milliseconds,
                const struct signal_set *mask) {
	CANCELLATION_POINT();
	return wait_masked(fd, to, most, epoll_limit(milliseconds), mask);
}

int epoll_pwait2(int fd, struct epoll_entry *to, int most, const struct moment *time,
                 const struct signal_set *mask) {
	CANCELLATION_POINT();
	int limit = __model_limit(time);
	return limit < 0 ? ERROR(EINVAL) : wait_masked(fd, to, most, limit, mask);
}
