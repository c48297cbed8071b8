#include "process/pool_worker.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "process/child.h"
#include "util/text/diag.h"

enum { CHUNK = 1 << 16, EXIT_STOPPED = 121 };

static void put(pool_buffer *to, const char *text, size_t n) {
	vec_reserve(to, to->n + n);
	memcpy(to->at + to->n, text, n);
	to->n += n;
}

static void put_line(pool_buffer *to, char kind, const char *text) {
	if (strchr(text, '\n'))
		BUG("a message of a worker should have no newline: %s", text);
	vec_push(to, kind);
	put(to, text, strlen(text));
	vec_push(to, '\n');
}

void pool_add(struct pool_out *out, const char *item) {
	put_line(&out->text, MESSAGE_ADD, item);
}

void pool_found(struct pool_out *out, const char *text) {
	put_line(&out->text, MESSAGE_FOUND, text);
}

void pool_stop(struct pool_out *out, const char *text) {
	put_line(&out->text, MESSAGE_STOP, text);
	out->stopped = true;
}

/* From here on, in the worker's process. */

static void detach(const struct pool_job *job, pid_t master) {
	child_begin(master);
	for (size_t i = 0; i < job->nothers; i++)
		if (job->others[i].pid)
			close(job->others[i].fd);
	journal_leave(job->journal);
}

/* line: the slot and the text. */
static void work_on(const struct pool_worker *w, const struct pool_job *job, struct pool_out *out,
                    const char *line) {
	_Atomic(int) *slot = &w->slot[*line - '0'];
	int expected = SLOT_QUEUED;
	if (!atomic_compare_exchange_strong(slot, &expected, SLOT_BEGUN)) {
		atomic_store(slot, SLOT_FREE);
		return;
	}
	out->text.n = 0;
	out->stopped = false;
	job->calls->work(job->context, line + 1, out);
	if (job->stop && *job->stop && !out->stopped)
		_exit(EXIT_STOPPED); /* it gave up before it had finished */
	put_line(&out->text, MESSAGE_END, (char[]){*line, 0});
	child_send(w->fd, out->text.at, out->text.n);
}

static _Noreturn void serve(const struct pool_worker *w, const struct pool_job *job) {
	struct pool_out out = {0};
	pool_buffer in = {0};
	if (job->calls->begin)
		job->calls->begin(job->context);
	for (;;) {
		char *newline;
		while (!in.n || !(newline = memchr(in.at, '\n', in.n))) {
			vec_reserve(&in, in.n + CHUNK);
			ssize_t n = recv(w->fd, in.at + in.n, CHUNK, 0);
			if (n < 0 && errno == EINTR)
				continue;
			if (n <= 0)
				_exit(0);
			in.n += (size_t)n;
		}
		*newline = 0;
		work_on(w, job, &out, in.at);
		size_t used = (size_t)(newline + 1 - in.at);
		memmove(in.at, in.at + used, in.n - used);
		in.n -= used;
	}
}

/* From here on, in the master. */

bool pool_worker_start(struct pool_worker *w, const struct pool_job *job) {
	int end[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end))
		return false;
	for (int i = 0; i < POOL_SLOTS; i++)
		w->slot[i] = SLOT_FREE;
	pid_t master = getpid(), pid = fork();
	if (!pid) {
		close(end[0]);
		w->fd = end[1];
		detach(job, master);
		serve(w, job);
	}
	int error = errno;
	close(end[1]);
	if (pid < 0) {
		close(end[0]);
		errno = error;
		return false;
	}
	fcntl(end[0], F_SETFL, O_NONBLOCK);
	w->pid = pid;
	w->fd = end[0];
	w->to.n = w->from.n = w->head = w->seen = w->answers = 0;
	return true;
}

unsigned pool_worker_load(const struct pool_worker *w) {
	unsigned n = 0;
	for (int i = 0; i < POOL_SLOTS; i++)
		n += w->item[i].text != NULL;
	return n;
}

bool pool_worker_send(struct pool_worker *w, struct pool_item item) {
	for (int i = 0; i < POOL_SLOTS; i++)
		if (!w->item[i].text && w->slot[i] == SLOT_FREE) {
			w->item[i] = item;
			w->slot[i] = SLOT_QUEUED;
			put_line(&w->to, (char)('0' + i), item.text);
			pool_worker_flush(w);
			return true;
		}
	return false;
}

void pool_worker_flush(struct pool_worker *w) {
	size_t done = 0;
	while (done < w->to.n) {
		ssize_t n = send(w->fd, w->to.at + done, w->to.n - done, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			break; /* later; or it is dead, which reading tells */
		done += (size_t)n;
	}
	if (done)
		memmove(w->to.at, w->to.at + done, w->to.n - done);
	w->to.n -= done;
}

bool pool_worker_take_back(struct pool_worker *w, struct pool_item *item) {
	for (int i = 0; i < POOL_SLOTS; i++) {
		int expected = SLOT_QUEUED;
		if (w->item[i].text && atomic_compare_exchange_strong(&w->slot[i], &expected, SLOT_TAKEN)) {
			*item = w->item[i];
			w->item[i].text = NULL;
			return true;
		}
	}
	return false;
}

bool pool_worker_read(struct pool_worker *w) {
	if (w->head)
		memmove(w->from.at, w->from.at + w->head, w->from.n - w->head);
	w->from.n -= w->head;
	w->seen -= w->head;
	w->head = 0;
	for (;;) {
		vec_reserve(&w->from, w->from.n + CHUNK);
		ssize_t n = recv(w->fd, w->from.at + w->from.n, CHUNK, 0);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return true;
		if (n <= 0)
			return false;
		w->from.n += (size_t)n;
	}
}

bool pool_worker_answer(struct pool_worker *w, struct pool_item *item, char **text, size_t *n) {
	char *line, *newline;
	while (w->seen < w->from.n) {
		line = w->from.at + w->seen;
		newline = memchr(line, '\n', w->from.n - w->seen);
		if (!newline)
			break;
		w->seen = (size_t)(newline + 1 - w->from.at);
		if (*line != MESSAGE_END)
			continue;
		int i = line[1] - '0';
		*item = w->item[i];
		*text = w->from.at + w->head;
		*n = (size_t)(line - *text);
		w->item[i].text = NULL;
		w->slot[i] = SLOT_FREE;
		w->head = w->seen;
		w->answers++;
		return true;
	}
	return false;
}

int pool_worker_end(struct pool_worker *w) {
	close(w->fd);
	int status = child_end(w->pid);
	w->pid = 0;
	return status;
}
