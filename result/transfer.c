/* One function for each type does both directions, so that they cannot differ. */
#include "result/transfer.h"

#include <string.h>

#include "util/base/intern.h"

/* A field that is added must be carried below; then these sizes change.  What the parent of all
 * processes finds after the search (confirmation, orders that a program lacks, sources,
 * certificate, fixes, needs) is not. */
#ifdef __LP64__
_Static_assert(sizeof(struct step) == 152, "all fields of a step are carried");
_Static_assert(sizeof(struct cex) == 248, "all fields of a counterexample are carried");
_Static_assert(sizeof(struct history) == 112, "all fields of a history are carried");
_Static_assert(sizeof(struct history_call) == 56, "all fields of its calls are carried");
_Static_assert(sizeof(struct cex_place) == 64, "all fields of a place are carried");
_Static_assert(sizeof(struct execution) == 40, "all fields of an execution are carried");
_Static_assert(sizeof(struct execution_event) == 152, "all fields of an event are carried");
_Static_assert(sizeof(struct guess) == 48, "all fields of a guess are carried");
_Static_assert(sizeof(struct cause) == 168, "all fields of a cause are carried");
_Static_assert(sizeof(struct cause_event) == 96, "all fields of its events are carried");
_Static_assert(sizeof(struct cause_fact) == 216, "all fields of its facts are carried");
_Static_assert(sizeof(struct gap) == 48, "all fields of a gap are carried");
_Static_assert(sizeof(struct property_result) == 120, "all fields of a property are carried");
_Static_assert(sizeof(struct proof) == 88, "all fields of a proof are carried");
_Static_assert(sizeof(struct proof_counter) == 40, "all fields of a counter are carried");
_Static_assert(sizeof(struct result) == 608, "all fields of a result are carried");
#endif

struct wire {
	byte_vec *to; /* NULL: reads */
	const char *from;
	size_t left;
	bool broken;
	struct arena *arena;
	const struct transfer_filter *filter; /* or NULL */
};

static void raw(struct wire *w, void *data, size_t n) {
	if (w->to) {
		bytes_put(w->to, data, n);
	} else if (w->broken || w->left < n) {
		w->broken = true;
		memset(data, 0, n);
	} else {
		memcpy(data, w->from, n);
		w->from += n;
		w->left -= n;
	}
}

#define FIELD(w, x) raw((w), &(x), sizeof(x))

/* Each element takes a byte at least. */
static size_t count(struct wire *w, size_t n) {
	uint64_t number = n;
	FIELD(w, number);
	if (!w->to && number > w->left) {
		w->broken = true;
		return 0;
	}
	return (size_t)number;
}

static void text(struct wire *w, const char **s) {
	size_t n = count(w, *s ? strlen(*s) + 1 : 0);
	if (w->to) {
		if (n)
			raw(w, (char *)*s, n);
	} else if (n && !w->broken && w->left >= n) {
		*s = intern_n(w->from, n - 1);
		w->from += n;
		w->left -= n;
		if (w->filter && !w->filter->text(w->filter->data, *s))
			w->broken = true;
	} else
		*s = NULL;
}

#define LIST(w, list, each)                                                                        \
	do {                                                                                           \
		size_t n_ = count((w), (list).n);                                                          \
		if (!(w)->to && n_) {                                                                      \
			vec_reserve(&(list), n_);                                                              \
			memset((list).at, 0, n_ * sizeof *(list).at);                                          \
			(list).n = n_;                                                                         \
		}                                                                                          \
		for (size_t i_ = 0; i_ < n_; i_++)                                                         \
			each((w), &(list).at[i_]);                                                             \
	} while (0)

/* An optional object of the arena. */
#define OBJECT(w, T, pointer, each)                                                                \
	do {                                                                                           \
		bool there_ = (pointer) != NULL;                                                           \
		FIELD(w, there_);                                                                          \
		if (there_ && !(w)->to)                                                                    \
			(pointer) = arena_new((w)->arena, T);                                                  \
		if (there_)                                                                                \
			each((w), (pointer));                                                                  \
	} while (0)

static void place(struct wire *w, struct loc *l) {
	text(w, &l->file);
	FIELD(w, l->line);
	FIELD(w, l->col);
	if (w->filter && !w->filter->place(w->filter->data, l))
		w->broken = true;
}

static void gap(struct wire *w, struct gap *g) {
	FIELD(w, g->kind);
	text(w, &g->text);
	place(w, &g->loc);
	FIELD(w, g->is_inconclusive);
	text(w, &g->remark);
}

static void assumption(struct wire *w, struct assumption *a) {
	text(w, &a->text);
	text(w, &a->option);
}

static void arguments(struct wire *w, struct step *s) {
	s->nargs = (uint32_t)count(w, s->nargs);
	if (!w->to)
		s->arg = arena_array(w->arena, const char *, s->nargs);
	for (uint32_t i = 0; i < s->nargs; i++)
		text(w, &s->arg[i]);
}

static void step(struct wire *w, struct step *s) {
	FIELD(w, s->kind);
	FIELD(w, s->thread);
	place(w, &s->loc);
	text(w, &s->function);
	FIELD(w, s->depth);
	text(w, &s->lhs);
	text(w, &s->value);
	text(w, &s->text);
	FIELD(w, s->event);
	FIELD(w, s->buffer);
	FIELD(w, s->other);
	text(w, &s->memory);
	text(w, &s->call);
	arguments(w, s);
	text(w, &s->suffix);
	text(w, &s->before);
	text(w, &s->operands);
	FIELD(w, s->counted);
	FIELD(w, s->distance);
	FIELD(w, s->in_model);
	FIELD(w, s->unmodelled);
	FIELD(w, s->typed);
	FIELD(w, s->shared);
	FIELD(w, s->reads_shared);
	FIELD(w, s->aside);
	FIELD(w, s->guessed);
}

static void thread(struct wire *w, struct cex_thread *t) {
	text(w, &t->name);
	text(w, &t->function);
	place(w, &t->created);
}

static void waits(struct wire *w, struct cex_wait *c) {
	FIELD(w, c->thread);
	text(w, &c->what);
	text(w, &c->object);
	FIELD(w, c->holder);
	place(w, &c->loc);
	FIELD(w, c->is_join);
}

static void hold(struct wire *w, struct cex_hold *h) {
	FIELD(w, h->thread);
	text(w, &h->what);
	text(w, &h->object);
	place(w, &h->loc);
}

static void order(struct wire *w, struct cex_order *o) {
	hold(w, &o->held);
	hold(w, &o->taken);
}

static void frame(struct wire *w, struct cex_frame *f) {
	text(w, &f->function);
	place(w, &f->loc);
}

static void access(struct wire *w, struct cex_access *a) {
	FIELD(w, a->thread);
	FIELD(w, a->is_write);
	FIELD(w, a->is_past);
	text(w, &a->lvalue);
	place(w, &a->loc);
	LIST(w, a->stack, frame);
}

static void memory_place(struct wire *w, struct cex_place *p) {
	FIELD(w, p->kind);
	FIELD(w, p->thread);
	text(w, &p->object);
	FIELD(w, p->bytes);
	place(w, &p->loc);
	LIST(w, p->stack, frame);
}

static void guess(struct wire *w, struct guess *g) {
	FIELD(w, g->kind);
	text(w, &g->function);
	text(w, &g->value);
	place(w, &g->loc);
	FIELD(w, g->thread);
}

static void bytes(struct wire *w, struct execution_bytes *b) {
	FIELD(w, b->object);
	FIELD(w, b->from);
	FIELD(w, b->n);
}

static void event_read(struct wire *w, struct execution_read *r) {
	bytes(w, &r->at);
	FIELD(w, r->source);
	FIELD(w, r->is_forwarded);
	FIELD(w, r->acquires);
}

static void event_write(struct wire *w, struct execution_write *v) {
	bytes(w, &v->at);
	FIELD(w, v->place);
	FIELD(w, v->releases);
}

static void event(struct wire *w, struct execution_event *e) {
	FIELD(w, e->kind);
	FIELD(w, e->thread);
	FIELD(w, e->index);
	place(w, &e->loc);
	text(w, &e->function);
	FIELD(w, e->order);
	FIELD(w, e->success_order);
	FIELD(w, e->is_failed);
	text(w, &e->name);
	text(w, &e->library);
	text(w, &e->value);
	text(w, &e->written_value);
	LIST(w, e->read, event_read);
	LIST(w, e->written, event_write);
	FIELD(w, e->other);
	FIELD(w, e->releases);
	FIELD(w, e->acquires);
	FIELD(w, e->is_lifetime);
	FIELD(w, e->ends);
	FIELD(w, e->issued);
	FIELD(w, e->in_memory);
}

static void execution(struct wire *w, struct execution *x) {
	FIELD(w, x->model);
	LIST(w, x->event, event);
	FIELD(w, x->raced);
}

static void number(struct wire *w, uint32_t *n) {
	FIELD(w, *n);
}

static void history_call(struct wire *w, struct history_call *c) {
	FIELD(w, c->thread);
	text(w, &c->operation);
	text(w, &c->arguments);
	text(w, &c->result);
	FIELD(w, c->begins);
	FIELD(w, c->ends);
	FIELD(w, c->begins_at);
	FIELD(w, c->ends_at);
	FIELD(w, c->has_failed);
	FIELD(w, c->in_conflict);
}

static void history_try(struct wire *w, struct history_try *t) {
	LIST(w, t->call, number);
	text(w, &t->expected);
}

static void history(struct wire *w, struct history *h) {
	text(w, &h->specification);
	text(w, &h->asked);
	LIST(w, h->call, history_call);
	text(w, &h->sentence);
	LIST(w, h->tries, history_try);
	FIELD(w, h->are_all);
	FIELD(w, h->is_misfit);
	FIELD(w, h->misfit_tried);
	FIELD(w, h->misfit_calls);
	LIST(w, h->misfit, text);
}

static void cex(struct wire *w, struct cex *c) {
	LIST(w, c->step, step);
	LIST(w, c->thread, thread);
	FIELD(w, c->context_switches);
	LIST(w, c->wait, waits);
	LIST(w, c->hold, hold);
	LIST(w, c->order, order);
	LIST(w, c->access, access);
	LIST(w, c->place, memory_place);
	LIST(w, c->guess, guess);
	LIST(w, c->signal, text);
	OBJECT(w, struct execution, c->execution, execution);
	OBJECT(w, struct history, c->history, history);
	FIELD(w, c->loop);
}

static void cause_lock(struct wire *w, struct cause_lock *l) {
	text(w, &l->object);
	place(w, &l->loc);
}

static void cause_event(struct wire *w, struct cause_event *e) {
	FIELD(w, e->kind);
	FIELD(w, e->thread);
	FIELD(w, e->step);
	place(w, &e->loc);
	text(w, &e->function);
	text(w, &e->object);
	text(w, &e->what);
	text(w, &e->value);
	FIELD(w, e->taken);
	FIELD(w, e->late);
	LIST(w, e->held, cause_lock);
}

static void cause_fact(struct wire *w, struct cause_fact *f) {
	FIELD(w, f->type);
	cause_event(w, &f->first);
	cause_event(w, &f->second);
	text(w, &f->other);
	FIELD(w, f->is_shown);
}

static void cause(struct wire *w, struct cause *c) {
	FIELD(w, c->class);
	FIELD(w, c->kind);
	FIELD(w, c->also);
	LIST(w, c->fact, cause_fact);
	LIST(w, c->role, cause_event);
	cause_event(w, &c->point);
	FIELD(w, c->is_minimal);
	FIELD(w, c->is_sufficient);
	FIELD(w, c->runs);
}

static void property(struct wire *w, struct property_result *p) {
	text(w, &p->id);
	text(w, &p->class_name);
	text(w, &p->text);
	text(w, &p->function);
	place(w, &p->loc);
	FIELD(w, p->status);
	text(w, &p->note);
	FIELD(w, p->in_model);
	OBJECT(w, struct cex, p->cex, cex);
	OBJECT(w, struct cause, p->cause, cause);
	text(w, &p->test);
}

static void texts(struct wire *w, const char ***list, uint32_t *n) {
	*n = (uint32_t)count(w, *n);
	if (!w->to)
		*list = arena_array(w->arena, const char *, *n);
	for (uint32_t i = 0; i < *n; i++)
		text(w, &(*list)[i]);
}

static void proof_place(struct wire *w, struct proof_place *p) {
	text(w, &p->function);
	text(w, &p->thread);
	place(w, &p->loc);
	texts(w, &p->holds, &p->nholds);
	FIELD(w, p->only_one);
}

static void proof_pair(struct wire *w, struct proof_pair *p) {
	FIELD(w, p->a);
	FIELD(w, p->b);
	FIELD(w, p->never);
	texts(w, &p->holds, &p->nholds);
}

static void proof_update(struct wire *w, struct proof_update *u) {
	text(w, &u->function);
	place(w, &u->first);
	place(w, &u->last);
	FIELD(w, u->by);
}

static void proof_counter(struct wire *w, struct proof_counter *c) {
	text(w, &c->name);
	text(w, &c->meaning);
	FIELD(w, c->initial);
	c->nupdates = (uint32_t)count(w, c->nupdates);
	if (!w->to)
		c->update = arena_array(w->arena, struct proof_update, c->nupdates);
	for (uint32_t i = 0; i < c->nupdates; i++)
		proof_update(w, &c->update[i]);
}

static void proof(struct wire *w, struct proof *p) {
	LIST(w, p->place, proof_place);
	LIST(w, p->pair, proof_pair);
	LIST(w, p->counter, proof_counter);
	text(w, &p->method);
	FIELD(w, p->atoms);
	FIELD(w, p->queries);
}

static void result(struct wire *w, struct result *r) {
	FIELD(w, r->verdict);
	LIST(w, r->gap, gap);
	LIST(w, r->assumption, assumption);
	LIST(w, r->property, property);
	OBJECT(w, struct proof, r->proof, proof);
	FIELD(w, r->any_threads);
	FIELD(w, r->any_calls);
	FIELD(w, r->deadlocks_open);
	FIELD(w, r->is_counted);
	FIELD(w, r->executions);
	text(w, &r->unreached);
	text(w, &r->decided_by);
	FIELD(w, r->violated);
}

void transfer_write(byte_vec *to, const struct result *r) {
	struct wire w = {.to = to};
	result(&w, (struct result *)r);
}

bool transfer_read(const char *bytes, size_t n, struct result *r) {
	return transfer_read_filtered(bytes, n, r, NULL);
}

bool transfer_read_filtered(const char *bytes, size_t n, struct result *r,
                            const struct transfer_filter *filter) {
	struct wire w = {.from = bytes, .left = n, .arena = r->arena, .filter = filter};
	result(&w, r);
	return !w.broken && !w.left;
}
