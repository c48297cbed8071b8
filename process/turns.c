#include "process/turns.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "process/child.h"
#include "process/work.h"
#include "util/base/stats.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

enum { CHUNK = 1 << 16, POLL_MILLISECONDS = 20 };
enum { MEASUREMENTS = 8 }; /* in a time slice, after each of which CPU time is measured */
enum { DOUBT = 4 }; /* the weight of a member that doubts that it gets far, divided by this */

/* From a member: PAUSED and the work it has done, DOUBTFUL if it doubts that it gets far; or
 * ANSWER, its length and its bytes. */
enum { PAUSED = 'p', DOUBTFUL = 'd', ANSWER = 'a' };
enum { HEAD = 1 + sizeof(uint64_t) };

enum state { NEW, WAITING, WORKING, OVER };

struct member {
	enum state state;
	pid_t pid;
	int fd;
	uint64_t done;          /* units, in all */
	uint64_t used, allowed; /* what it has had and may have: of CPU time, with one job of work */
	uint64_t missed;        /* what counts as had, since it began late */
	bool is_doubtful;
	VEC(char) in;
};

struct turns {
	const struct turns_config *config;
	const struct turns_calls *calls;
	void *context;
	struct member member[TURNS_MAX];
	int *log;
	unsigned working;
	bool ended;
	double next_memory;
};

struct turns_out {
	int fd;
};

/* --- In a member. --- */

static int caller;       /* the socket */
static uint64_t allowed; /* in all */
static bool counts_work; /* of work; otherwise of CPU time */

static void send_frame(int fd, char kind, uint64_t number) {
	char head[HEAD] = {kind};
	memcpy(head + 1, &number, sizeof number);
	child_send(fd, head, sizeof head);
}

/* As many units as a process has used CPU time; 'otherwise': if that cannot be told. */
static uint64_t cpu_units(pid_t pid, uint64_t otherwise) {
	clockid_t clock;
	struct timespec cpu;
	if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &cpu))
		return otherwise;
	return (uint64_t)cpu.tv_sec * WORK_SECOND + (uint64_t)cpu.tv_nsec / (1000000000 / WORK_SECOND);
}

/* Units are a guess of CPU time: it is measured several times in a time slice. */
static bool goes_on(void) {
	uint64_t used = counts_work ? work.done : cpu_units(0, work.done);
	if (used >= allowed)
		return false;
	work.limit = work.done + (counts_work ? allowed - used : (allowed - used) / MEASUREMENTS + 1);
	return true;
}

static void wait_for_slice(void) {
	if (goes_on())
		return;
	send_frame(caller, work.is_doubtful ? DOUBTFUL : PAUSED, work.done);
	for (size_t n = 0; n < sizeof allowed;) {
		ssize_t k = recv(caller, (char *)&allowed + n, sizeof allowed - n, 0);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			_exit(CHILD_LOST_PARENT);
		n += (size_t)k;
	}
	goes_on();
}

void turns_answer(struct turns_out *out, const void *bytes, size_t n) {
	send_frame(out->fd, ANSWER, n);
	child_send(out->fd, bytes, n);
}

static _Noreturn void be_member(struct turns *t, size_t ix, int fd, pid_t parent) {
	child_begin(parent);
	for (size_t i = 0; i < t->config->n; i++)
		if (i != ix && t->member[i].pid)
			close(t->member[i].fd);
	if (t->log[ix] >= 0)
		dup2(t->log[ix], STDERR_FILENO);
	caller = fd;
	allowed = t->member[ix].allowed;
	counts_work = t->config->jobs == 1;
	work = (struct work){.reached = wait_for_slice};
	goes_on();
	struct turns_out out = {fd};
	t->calls->work(t->context, ix, &out);
	_exit(0);
}

/* --- In the caller's process. --- */

static bool start(struct turns *t, size_t ix) {
	struct member *m = &t->member[ix];
	int end[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end))
		return false;
	t->log[ix] = memfd_create("stderr", MFD_CLOEXEC);
	pid_t parent = getpid(), pid = fork();
	if (!pid) {
		close(end[0]);
		be_member(t, ix, end[1], parent);
	}
	close(end[1]);
	if (pid < 0) {
		close(end[0]);
		return false;
	}
	fcntl(end[0], F_SETFL, O_NONBLOCK);
	m->pid = pid;
	m->fd = end[0];
	return true;
}

/* Ends the process; its status, as of waitpid. */
static int finish(struct turns *t, size_t ix) {
	struct member *m = &t->member[ix];
	uint64_t used = cpu_units(m->pid, m->done);
	close(m->fd);
	int status = child_end(m->pid);
	t->working -= m->state == WORKING;
	m->state = OVER;
	vec_free(&m->in);
	m->pid = 0;
	if (t->calls->over)
		t->calls->over(t->context, ix, m->done, (double)used / WORK_SECOND);
	return status;
}

static void bury(struct turns *t, size_t ix) {
	char how[64];
	int status = finish(t, ix);
	child_how(status, how, sizeof how);
	t->calls->died(t->context, ix, child_is_bug(status), how);
}

static uint64_t work_of_all(const struct turns *t) {
	uint64_t sum = 0;
	for (size_t i = 0; i < t->config->n; i++)
		sum += t->member[i].used;
	return sum;
}

/* With one job turns are to be the same in every run; with more they are not in any case, and CPU
 * time is fairer than units of work. */
static uint64_t used_by(const struct turns *t, const struct member *m) {
	return t->config->jobs == 1 ? m->done : cpu_units(m->pid, m->done);
}

static void take_answer(struct turns *t, size_t ix, const char *bytes, size_t n) {
	t->ended |= t->calls->answered(t->context, ix, bytes, n);
	finish(t, ix);
}

/* Takes the messages that are complete. */
static void take_messages(struct turns *t, size_t ix) {
	struct member *m = &t->member[ix];
	while (m->in.n >= HEAD && !t->ended) {
		uint64_t number;
		memcpy(&number, m->in.at + 1, sizeof number);
		if (*m->in.at == ANSWER) {
			if (m->in.n - HEAD >= number)
				take_answer(t, ix, m->in.at + HEAD, number);
			return;
		}
		m->is_doubtful = *m->in.at == DOUBTFUL;
		m->in.n -= HEAD;
		memmove(m->in.at, m->in.at + HEAD, m->in.n);
		m->done = number;
		m->used = used_by(t, m);
		m->state = WAITING;
		t->working--;
		t->ended |= t->calls->worked && t->calls->worked(t->context, work_of_all(t));
	}
}

static void read_member(struct turns *t, size_t ix) {
	struct member *m = &t->member[ix];
	for (;;) {
		vec_reserve(&m->in, m->in.n + CHUNK);
		ssize_t n = recv(m->fd, m->in.at + m->in.n, CHUNK, 0);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			break;
		if (n <= 0) {
			take_messages(t, ix);
			if (m->state != OVER && !t->ended)
				bury(t, ix);
			return;
		}
		m->in.n += (size_t)n;
	}
	take_messages(t, ix);
}

static uint64_t weight_of(const struct turns *t, size_t ix) {
	unsigned weight = t->config->member[ix].weight;
	return t->member[ix].is_doubtful && weight > DOUBT ? weight / DOUBT : weight;
}

static uint64_t had_by(const struct member *m) {
	return m->missed + m->used;
}

/* Has it had more than its share, beside a member that works?  With two jobs this keeps to the
 * weights where one member has most of them; each further job allows as much again. */
static bool is_ahead(const struct turns *t, size_t ix) {
	for (size_t i = 0; i < t->config->n; i++) {
		const struct member *m = &t->member[i];
		if (m->state != WORKING)
			continue;
		uint64_t weight = weight_of(t, i), own = weight_of(t, ix);
		uint64_t had = m->missed + used_by(t, m) + t->config->slice * weight;
		if (had_by(&t->member[ix]) * weight > had * own * (t->config->jobs - 1))
			return true;
	}
	return false;
}

/* The member whose turn it is; config->n: none can have one. */
static size_t next_member(const struct turns *t) {
	const struct turns_config *c = t->config;
	uint64_t all = work_of_all(t);
	size_t best = c->n;
	for (size_t i = 0; i < c->n; i++) {
		const struct member *m = &t->member[i];
		if (m->state != WAITING && (m->state != NEW || c->member[i].start > all))
			continue;
		if (!is_ahead(t, i) && (best == c->n || had_by(m) * weight_of(t, best) <
		                                            had_by(&t->member[best]) * weight_of(t, i)))
			best = i;
	}
	return best;
}

/* Whoever begins late has its share from then on, and two time slices that the others have had
 * before.
 */
static uint64_t missed_by(const struct turns *t, size_t ix) {
	uint64_t weight = weight_of(t, ix), least = UINT64_MAX;
	for (size_t i = 0; i < t->config->n; i++) {
		const struct member *m = &t->member[i];
		uint64_t share = had_by(m) * weight / weight_of(t, i);
		if ((m->state == WAITING || m->state == WORKING) && share < least)
			least = share;
	}
	uint64_t most = 2 * t->config->slice * weight;
	return least == UINT64_MAX || least < most ? 0 : least - most;
}

/* Nobody works, and all that could begin wait for work to be done: the first of them begins. */
static size_t first_new(const struct turns *t) {
	size_t best = t->config->n;
	for (size_t i = 0; i < t->config->n; i++)
		if (t->member[i].state == NEW &&
		    (best == t->config->n || t->config->member[i].start < t->config->member[best].start))
			best = i;
	return best;
}

static bool start_slice(struct turns *t, size_t ix) {
	struct member *m = &t->member[ix];
	if (m->state == NEW)
		m->missed = missed_by(t, ix);
	uint64_t units = t->config->slice * weight_of(t, ix);
	bool is_small = m->state == NEW && units < t->config->first;
	m->allowed = m->used + (is_small ? t->config->first : units);
	bool ok = m->state != NEW || start(t, ix);
	if (m->state == WAITING &&
	    send(m->fd, &m->allowed, sizeof m->allowed, MSG_NOSIGNAL) != sizeof m->allowed)
		ok = true; /* it is dead, which reading tells */
	if (!ok)
		return false;
	m->state = WORKING;
	t->working++;
	return true;
}

static bool start_slices(struct turns *t) {
	while (t->working < t->config->jobs) {
		size_t ix = next_member(t);
		if (ix == t->config->n && !t->working)
			ix = first_new(t);
		if (ix == t->config->n)
			return true;
		if (!start_slice(t, ix)) {
			if (t->working)
				return true;
			t->member[ix].state = OVER;
			return false;
		}
	}
	return true;
}

/* Whoever waited for others to work first begins at once if they are ended. */
static void end_needless(struct turns *t) {
	for (size_t i = 0; i < t->config->n && t->calls->needed; i++) {
		if (t->member[i].state == OVER || t->calls->needed(t->context, i))
			continue;
		if (t->member[i].pid)
			finish(t, i);
		t->member[i].state = OVER;
	}
}

static void watch_memory(struct turns *t) {
	double now = stats_wall_seconds();
	if (t->config->memory_interval <= 0 || now < t->next_memory)
		return;
	t->next_memory = now + t->config->memory_interval;
	uint64_t bytes = 0;
	for (size_t i = 0; i < t->config->n; i++)
		if (t->member[i].pid)
			bytes += child_bytes(t->member[i].pid);
	t->calls->memory(t->context, bytes);
}

static void wait_for_messages(struct turns *t) {
	struct pollfd fds[TURNS_MAX];
	size_t who[TURNS_MAX];
	nfds_t n = 0;
	for (size_t i = 0; i < t->config->n; i++)
		if (t->member[i].pid) {
			who[n] = i;
			fds[n++] = (struct pollfd){.fd = t->member[i].fd, .events = POLLIN};
		}
	if (poll(fds, n, POLL_MILLISECONDS) <= 0)
		return;
	for (nfds_t i = 0; i < n && !t->ended; i++)
		if (fds[i].revents)
			read_member(t, who[i]);
}

enum turns_end turns_run(const struct turns_config *config, const struct turns_calls *calls,
                         void *context, int log[TURNS_MAX]) {
	struct turns t = {.config = config, .calls = calls, .context = context, .log = log};
	enum turns_end end = TURNS_OVER;
	for (size_t i = 0; i < TURNS_MAX; i++)
		log[i] = -1;
	while (!t.ended && !*config->stop) {
		if (!start_slices(&t)) {
			end = TURNS_FAILED;
			break;
		}
		if (!t.working)
			break;
		wait_for_messages(&t);
		end_needless(&t);
		watch_memory(&t);
	}
	for (size_t i = 0; i < config->n; i++)
		if (t.member[i].pid)
			finish(&t, i);
	return t.ended ? TURNS_ANSWERED : *config->stop ? TURNS_INTERRUPTED : end;
}
