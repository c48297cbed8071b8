#include "process/pool.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/child.h"
#include "process/pool_worker.h"
#include "util/base/map.h"
#include "util/base/stats.h"
#include "util/base/vec.h"

#define PROGRESS_SECONDS 0.25
#define POLL_MS          50 /* between two looks at the flag */

enum { USELESS_LIMIT = 10, ITEMS_PER_SHARE = 16 };

typedef VEC(const char *) texts;

struct pool {
	const struct pool_config *config;
	const struct pool_calls *calls;
	void *context;
	VEC(struct pool_item) list;
	size_t busy;        /* items with workers */
	bool splitting;     /* the items are still those of all shares */
	VEC(char *) before; /* results found before the split */
	char *stop;         /* the text of pool_stop */
	bool mismatch;      /* the journal has another basis */
	struct pool_worker *worker;
	unsigned nworkers;    /* room for so many */
	unsigned useless;     /* workers that died before their first item, in a row */
	_Atomic(int) *slot;   /* of all workers */
	double next_progress; /* time at which to report next */
	struct pool_result result;
};

static char *copy(const char *text) {
	size_t n = strlen(text) + 1;
	return memcpy(mem_alloc(n), text, n);
}

static uint64_t hash(const char *text) {
	uint64_t h = 0xcbf29ce484222325ULL; /* FNV-1a */
	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 0x100000001b3ULL;
	return map_hash(h);
}

/* To which of 1 ... shares a text belongs. */
static unsigned share_of(const char *text, unsigned shares) {
	return shares ? (unsigned)(hash(text) % shares) + 1 : 1;
}

static bool is_ours(const struct pool *p, const char *text) {
	return share_of(text, p->config->shares) == p->config->share;
}

static bool interrupted(const struct pool *p) {
	return p->config->stop && *p->config->stop;
}

static void push(struct pool *p, const char *text) {
	vec_push(&p->list, ((struct pool_item){.text = copy(text)}));
}

static void tell_found(struct pool *p, const char *text) {
	p->result.found++;
	p->calls->found(p->context, text);
}

static void tell_stopped(struct pool *p, const char *text) {
	p->stop = copy(text);
	p->result.end = POOL_STOPPED;
	p->calls->stopped(p->context, text);
}

static void tell_progress(struct pool *p) {
	double now = stats_wall_seconds();
	if (!p->calls->progress || now < p->next_progress)
		return;
	p->next_progress = now + PROGRESS_SECONDS;
	struct pool_state state = {
	    .open = p->list.n + p->busy, .finished = p->result.finished, .found = p->result.found};
	for (unsigned i = 0; i < p->nworkers; i++)
		if (p->worker[i].pid) {
			state.workers++;
			state.bytes += child_bytes(p->worker[i].pid);
		}
	p->calls->progress(p->context, &state);
}

/* The messages of an item, in texts that end with 0 instead of the newline. */
struct messages {
	texts added, found;
	const char *stop;
};

static struct messages sort_messages(char *text, size_t n) {
	struct messages m = {0};
	for (char *line = text, *end; line < text + n; line = end + 1) {
		end = memchr(line, '\n', (size_t)(text + n - line));
		*end = 0;
		if (*line == MESSAGE_ADD)
			vec_push(&m.added, line + 1);
		else if (*line == MESSAGE_FOUND)
			vec_push(&m.found, line + 1);
		else if (!m.stop)
			m.stop = line + 1;
	}
	return m;
}

/* An item is finished: its messages count. */
static void settle(struct pool *p, struct pool_item item, char *text, size_t n) {
	struct messages m = sort_messages(text, n);
	struct journal_record record = {item.text, m.added.at, m.added.n, m.found.at,
	                                m.found.n, m.stop,     NULL};
	if (p->config->journal && !p->splitting)
		journal_write(p->config->journal, &record);
	p->result.finished++;
	for (size_t i = 0; i < m.added.n; i++)
		push(p, m.added.at[i]);
	for (size_t i = 0; i < m.found.n; i++)
		if (!p->splitting)
			tell_found(p, m.found.at[i]);
		else if (is_ours(p, m.found.at[i]))
			vec_push(&p->before, copy(m.found.at[i]));
	if (m.stop && p->splitting)
		p->stop = copy(m.stop); /* told after the journal has it */
	else if (m.stop)
		tell_stopped(p, m.stop);
	vec_free(&m.added);
	vec_free(&m.found);
	mem_free(item.text);
}

/* Works in this process until the list is empty, or has 'enough' items (0: never).  Breadth first
 * if it is to grow. */
static void work_alone(struct pool *p, size_t enough) {
	struct pool_out out = {0};
	while (p->list.n && !p->stop && (!enough || p->list.n < enough)) {
		if (interrupted(p))
			break;
		struct pool_item item = enough ? p->list.at[0] : vec_last(&p->list);
		p->list.n--;
		if (enough)
			memmove(p->list.at, p->list.at + 1, p->list.n * sizeof *p->list.at);
		p->busy = 1;
		out.text.n = 0;
		out.stopped = false;
		p->calls->work(p->context, item.text, &out);
		p->busy = 0;
		if (interrupted(p) && !out.stopped) {
			vec_push(&p->list, item); /* it gave up before it had finished */
			break;
		}
		settle(p, item, out.text.at, out.text.n);
		tell_progress(p);
	}
	vec_free(&out.text);
}

/* One more worker, if there is room and the system lets us. */
static struct pool_worker *start_worker(struct pool *p) {
	struct pool_job job = {p->calls,           p->context, p->config->stop,
	                       p->config->journal, p->worker,  p->nworkers};
	for (unsigned i = 0; i < p->nworkers; i++)
		if (!p->worker[i].pid)
			return pool_worker_start(&p->worker[i], &job) ? &p->worker[i] : NULL;
	return NULL;
}

/* The worker with the fewest items; NULL: there is none. */
static struct pool_worker *least_loaded(struct pool *p) {
	struct pool_worker *best = NULL;
	for (unsigned i = 0; i < p->nworkers; i++) {
		struct pool_worker *w = &p->worker[i];
		if (w->pid && (!best || pool_worker_load(w) < pool_worker_load(best)))
			best = w;
	}
	return best;
}

/* Moves items that were not begun from busy workers back to the list, if 'n' workers are idle. */
static void take_back(struct pool *p, size_t n) {
	for (unsigned i = 0; i < p->nworkers && p->list.n < n; i++) {
		struct pool_item item;
		if (p->worker[i].pid && pool_worker_load(&p->worker[i]) > 1 &&
		    pool_worker_take_back(&p->worker[i], &item)) {
			vec_push(&p->list, item);
			p->busy--;
		}
	}
}

static size_t count_idle(const struct pool *p) {
	size_t n = 0;
	for (unsigned i = 0; i < p->nworkers; i++)
		n += !p->worker[i].pid || !pool_worker_load(&p->worker[i]);
	return n;
}

/* false: there is no worker and none can be started. */
static bool hand_out(struct pool *p) {
	take_back(p, count_idle(p));
	while (p->list.n) {
		struct pool_worker *w = least_loaded(p);
		if (!w || pool_worker_load(w)) {
			struct pool_worker *fresh = start_worker(p);
			w = fresh ? fresh : w;
		}
		if (!w)
			return false;
		if (pool_worker_load(w) >= POOL_AHEAD || !pool_worker_send(w, vec_last(&p->list)))
			break;
		p->list.n--;
		p->busy++;
	}
	return true;
}

/* A worker has died: what it had begun is suspected, what it had not goes back to the list. */
static void bury(struct pool *p, struct pool_worker *w) {
	char how[64];
	child_how(pool_worker_end(w), how, sizeof how);
	p->result.died++;
	p->useless += !w->answers;
	for (int i = 0; i < POOL_SLOTS; i++) {
		struct pool_item item = w->item[i];
		w->item[i].text = NULL;
		if (!item.text)
			continue;
		p->busy--;
		if (w->slot[i] == SLOT_BEGUN) {
			item.killed++;
			p->useless = 0;
		}
		if (item.killed < POOL_TRIES) {
			vec_push(&p->list, item);
			continue;
		}
		p->result.lost++;
		p->calls->lost(p->context, item.text, how);
		mem_free(item.text);
	}
}

static void listen_to(struct pool *p, struct pool_worker *w) {
	bool alive = pool_worker_read(w);
	struct pool_item item;
	char *text;
	size_t n;
	while (!p->stop && pool_worker_answer(w, &item, &text, &n)) {
		p->busy--;
		p->useless = 0;
		settle(p, item, text, n);
	}
	if (!alive)
		bury(p, w);
}

static void wait_for_workers(struct pool *p) {
	struct pollfd wait[POOL_MAX_WORKERS];
	for (unsigned i = 0; i < p->nworkers; i++) {
		struct pool_worker *w = &p->worker[i];
		wait[i] = (struct pollfd){.fd = w->pid ? w->fd : -1,
		                          .events = (short)(w->to.n ? POLLIN | POLLOUT : POLLIN)};
	}
	if (poll(wait, p->nworkers, POLL_MS) <= 0)
		return;
	for (unsigned i = 0; i < p->nworkers && !p->stop; i++) {
		if (wait[i].revents & POLLOUT)
			pool_worker_flush(&p->worker[i]);
		if (wait[i].revents & ~POLLOUT)
			listen_to(p, &p->worker[i]);
	}
}

/* false: no worker can be started. */
static bool work_together(struct pool *p) {
	bool able = true;
	while (able && !p->stop && !interrupted(p) && p->list.n + p->busy) {
		able = hand_out(p) && p->useless <= USELESS_LIMIT;
		if (able)
			wait_for_workers(p);
		tell_progress(p);
	}
	return able;
}

/* The workers, none of which is started yet.  false: they cannot share memory with us. */
static bool make_room(struct pool *p, unsigned n) {
	n = n > POOL_MAX_WORKERS ? POOL_MAX_WORKERS : n;
	size_t size = n * POOL_SLOTS * sizeof *p->slot;
	p->slot = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (p->slot == MAP_FAILED)
		return false;
	p->nworkers = n;
	p->worker = mem_alloc(n * sizeof *p->worker);
	for (unsigned i = 0; i < n; i++)
		p->worker[i].slot = p->slot + i * POOL_SLOTS;
	return true;
}

static void end_workers(struct pool *p) {
	for (unsigned i = 0; i < p->nworkers; i++) {
		struct pool_worker *w = &p->worker[i];
		if (w->pid)
			pool_worker_end(w);
		for (int k = 0; k < POOL_SLOTS; k++)
			mem_free(w->item[k].text);
		vec_free(&w->to);
		vec_free(&w->from);
	}
	if (p->worker)
		munmap((void *)p->slot, p->nworkers * POOL_SLOTS * sizeof *p->slot);
	mem_free(p->worker);
}

static const char *basis_of(const struct pool *p) {
	return p->config->basis ? p->config->basis : "";
}

/* The first record: the items, what was found before, and as a note the split and the basis. */
static void begin_journal(struct pool *p, struct journal_record record) {
	if (!p->config->journal)
		return;
	size_t size = strlen(basis_of(p)) + 32;
	char *note = mem_alloc(size);
	snprintf(note, size, "%016" PRIx64 " %s", p->result.split, basis_of(p));
	record.note = note;
	journal_write(p->config->journal, &record);
	mem_free(note);
}

/* Goes on from the journal; false: it is new. */
static bool resume(struct pool *p) {
	const struct journal_past *past = p->config->journal ? journal_past(p->config->journal) : NULL;
	if (!past || !past->begun)
		return false;
	const char *basis = past->note ? strchr(past->note, ' ') : NULL;
	if (!basis || strcmp(basis + 1, basis_of(p)) != 0) {
		p->mismatch = true;
		return true;
	}
	p->result.finished = past->nfinished;
	p->result.split = strtoull(past->note, NULL, 16);
	for (size_t i = 0; i < past->nopen; i++)
		push(p, past->open[i]);
	for (size_t i = 0; i < past->nfound; i++)
		tell_found(p, past->found[i]);
	if (past->stop)
		tell_stopped(p, past->stop);
	return true;
}

/* The items of the list that are ours stay, and the journal begins with them. */
static void split(struct pool *p) {
	size_t n = 0;
	texts added = {0};
	uint64_t sum = hash(basis_of(p)) + 1;
	for (size_t i = 0; i < p->list.n; i++) {
		struct pool_item item = p->list.at[i];
		sum += hash(item.text);
		if (is_ours(p, item.text)) {
			p->list.at[n++] = item;
			vec_push(&added, item.text);
		} else
			mem_free(item.text);
	}
	p->list.n = n;
	p->result.split = sum ? sum : 1;
	begin_journal(p, (struct journal_record){.added = added.at,
	                                         .nadded = added.n,
	                                         .found = (const char *const *)p->before.at,
	                                         .nfound = p->before.n,
	                                         .stop = p->stop});
	vec_free(&added);
}

/* Until the split, nothing is in the journal: if we are killed, all is done again, since a
 * search that is resumed in the middle could split the list in another way. */
static void take_share(struct pool *p) {
	p->splitting = true;
	work_alone(p, (size_t)p->config->shares * ITEMS_PER_SHARE);
	p->splitting = false;
	if (!interrupted(p) || p->stop)
		split(p);
	for (size_t i = 0; i < p->before.n; i++) {
		tell_found(p, p->before.at[i]);
		mem_free(p->before.at[i]);
	}
	vec_free(&p->before);
	char *stop = p->stop;
	if (stop)
		tell_stopped(p, stop);
	mem_free(stop);
}

static void begin(struct pool *p, const char *const *items, size_t n) {
	if (resume(p))
		return;
	for (size_t i = 0; i < n; i++)
		push(p, items[i]);
	if (p->config->shares > 1)
		take_share(p);
	else
		begin_journal(p, (struct journal_record){.added = items, .nadded = n});
}

struct pool_result pool_run(const struct pool_config *config, const struct pool_calls *calls,
                            void *context, const char *const *items, size_t n) {
	struct pool p = {.config = config, .calls = calls, .context = context};
	bool able = true;
	begin(&p, items, n);
	if (config->workers > 1) {
		able = make_room(&p, config->workers) && work_together(&p);
		end_workers(&p);
	} else
		work_alone(&p, 0);
	if (p.mismatch)
		p.result.end = POOL_MISMATCH;
	else if (!p.stop)
		p.result.end = !able ? POOL_FAILED : interrupted(&p) ? POOL_INTERRUPTED : POOL_EMPTY;
	for (size_t i = 0; i < p.list.n; i++)
		mem_free(p.list.at[i].text);
	vec_free(&p.list);
	mem_free(p.stop);
	return p.result;
}
