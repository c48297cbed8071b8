#include "symex/lazy/states/protect.h"

#include "symex/core/next_ins.h"
#include "symex/core/pointer.h"
#include "symex/step/switch.h"
#include "symex/step/wait.h"

enum {
	GRANULE = 4, /* bytes of a location: neighbours of different locks rarely share one */
	MAX_GRANULES = 16,
	MAX_LOCKS = 4, /* of a lockset; a smaller set than the true one protects less */
	WHOLE = 0xffffffffu,
	EXISTENCE = 0xfffffffeu, /* of the object: in conflict with its end, an access to all of it */
};

struct lockset {
	uint32_t n;
	bool any;                 /* of a location that was not accessed so: every lock protects it */
	uint32_t lock[MAX_LOCKS]; /* terms */
};

struct protected_location {
	uint32_t object; /* index of the location that stands for the whole object */
	bool is_whole;
	bool relied;           /* a protected instruction has accessed it */
	bool relied_part;      /* whole object: one has accessed a part of it */
	bool written;          /* while several threads lived, and not as a private object */
	bool part_written;     /* whole object: a part of it was */
	struct lockset locks;  /* held at all accesses to it */
	struct lockset of_all; /* whole object: held at all accesses to it or to a part */
};

struct instruction {
	const struct ins *ins;
	bool is_protected;
	bool never; /* it cannot be, or has accessed a location without a lock */
};

struct pair { /* an instruction has accessed the location */
	uint32_t instruction, location;
};

enum { RECENT = 256 };

struct protect {
	struct recent { /* cache of 'index' */
		uint64_t key;
		uint32_t location;
	} recent[RECENT];
	struct map index; /* object and granule -> location */
	VEC(struct protected_location) location;
	struct map number; /* instruction -> index in 'instruction' */
	VEC(struct instruction) instruction;
	struct map known; /* instruction and location -> 1 */
	VEC(struct pair) pair;
	struct map instructions; /* the protected ones, but those where sections begin */
	struct map all;          /* these, too */
	bool asks;               /* which lock a wait is for */
	bool is_broken;
	bool took_private;
};

struct protect *protect_open(void) {
	return mem_alloc(sizeof(struct protect));
}

void protect_close(struct protect *p) {
	if (!p)
		return;
	map_free(&p->index);
	vec_free(&p->location);
	map_free(&p->number);
	vec_free(&p->instruction);
	map_free(&p->known);
	vec_free(&p->pair);
	map_free(&p->instructions);
	map_free(&p->all);
	mem_free(p);
}

bool protect_is_broken(const struct protect *p) {
	return p->is_broken;
}

bool protect_took_private(struct protect *p) {
	bool took = p->took_private;
	p->took_private = false;
	return took;
}

const struct map *protect_instructions(const struct protect *p, bool sections) {
	return sections ? &p->all : &p->instructions;
}

/* --- Locksets. --- */

/* The exclusive lock that the running thread waits for, or has waited for when its atomic section
 * began: no other thread holds it when the section is executed. */
static term waited_for(struct protect *p, struct symex *x, struct state *st) {
	if (st->atomic)
		return st->section_lock;
	const struct ins *wait = wait_ins(st);
	if (!wait || !sync_is_exclusive(wait->sync) || p->asks)
		return NO_TERM;
	p->asks = true;
	term lock = wait_object(x, st);
	p->asks = false;
	return lock;
}

static struct lockset held_locks(struct protect *p, struct symex *x, struct state *st) {
	struct lockset s = {0};
	uint32_t object;
	term offset, waited = st->frame ? waited_for(p, x, st) : NO_TERM;
	if (waited.ix && ptr_known(x, waited, &object, &offset) && term_is_const(x->ts, offset))
		s.lock[s.n++] = waited.ix;
	for (const struct held *h = st->held; h && s.n < MAX_LOCKS; h = h->up)
		if (sync_is_exclusive(h->kind) && !h->released.ix &&
		    ptr_known(x, h->object, &object, &offset) && term_is_const(x->ts, offset))
			s.lock[s.n++] = h->object.ix;
	return s;
}

static bool has(const struct lockset *s, uint32_t lock) {
	for (uint32_t i = 0; i < s->n; i++)
		if (s->lock[i] == lock)
			return true;
	return s->any;
}

/* Keeps the locks that are in both; true: some were lost. */
static bool keep_common(struct lockset *s, const struct lockset *other) {
	if (s->any) {
		*s = *other;
		return true;
	}
	uint32_t n = 0;
	for (uint32_t i = 0; i < s->n; i++)
		if (has(other, s->lock[i]))
			s->lock[n++] = s->lock[i];
	bool lost = n < s->n;
	s->n = n;
	return lost;
}

static bool have_common(const struct lockset *a, const struct lockset *b) {
	if (a->any || b->any)
		return a->any ? b->any || b->n : a->n;
	for (uint32_t i = 0; i < a->n; i++)
		if (has(b, a->lock[i]))
			return true;
	return false;
}

/* --- Locations. --- */

static uint32_t find_location(struct protect *p, uint32_t object, uint32_t granule) {
	uint64_t key = (uint64_t)object << 32 | granule, known;
	struct recent *recent = &p->recent[(object * 31 + granule) % RECENT];
	if (recent->key == key)
		return recent->location;
	if (map_get(&p->index, key, &known)) {
		*recent = (struct recent){key, (uint32_t)known};
		return (uint32_t)known;
	}
	struct protected_location l = {
	    .is_whole = granule == WHOLE, .locks.any = true, .of_all.any = true};
	l.object = l.is_whole ? (uint32_t)p->location.n : find_location(p, object, WHOLE);
	uint32_t ix = (uint32_t)p->location.n;
	vec_push(&p->location, l);
	map_put(&p->index, key, ix);
	return ix;
}

static bool has_lock(const struct protect *p, uint32_t ix) {
	const struct protected_location *l = &p->location.at[ix];
	const struct protected_location *whole = &p->location.at[l->object];
	return l->is_whole ? l->of_all.n : have_common(&l->locks, &whole->locks);
}

/* Was the location only read? */
static bool is_constant(const struct protect *p, uint32_t ix) {
	const struct protected_location *l = &p->location.at[ix];
	return !l->written && !p->location.at[l->object].written && !l->part_written;
}

/* Does no other thread write to the location when a protected instruction accesses it? */
static bool is_guarded(const struct protect *p, uint32_t ix) {
	return is_constant(p, ix) || has_lock(p, ix);
}

/* Can no later access change the locks of the location? */
static bool has_no_lock(const struct protect *p, uint32_t ix) {
	const struct protected_location *l = &p->location.at[ix];
	const struct lockset *all = &p->location.at[l->object].of_all;
	return !l->locks.any && !l->locks.n && !all->any && !all->n;
}

/* Instructions whose effect on other threads is their accesses, and nothing else. */
static bool may_be_protected(const struct ins *i) {
	switch (i->kind) {
	case INS_ASSIGN:
	case INS_RETURN: return true;
	case INS_GOTO: return i->rhs != NULL;
	case INS_ASSERT: return i->hidden;
	default: return false;
	}
}

/* Does the section that begins here end in the same function, with no way in or out but through its
 * first and last instruction?  Then whoever is in it has come through its beginning. */
static bool is_closed(const struct function *f, uint32_t begin) {
	uint32_t end = begin + 1;
	while (end < f->ins.n && f->ins.at[end].kind != INS_ATOMIC_END &&
	       f->ins.at[end].kind != INS_ATOMIC_BEGIN && f->ins.at[end].kind != INS_RETURN)
		end++;
	if (end == f->ins.n || f->ins.at[end].kind != INS_ATOMIC_END)
		return false;
	for (uint32_t i = 0; i < f->ins.n; i++) {
		const struct ins *in = &f->ins.at[i];
		bool from = i > begin && i<end, to = in->target> begin && in->target <= end;
		if (in->kind == INS_GOTO && from != to)
			return false;
	}
	return true;
}

static uint32_t find_instruction(struct protect *p, const struct ins *i) {
	uint64_t known;
	if (map_get(&p->number, map_key(i), &known))
		return (uint32_t)known;
	map_put(&p->number, map_key(i), p->instruction.n);
	vec_push(&p->instruction, (struct instruction){.ins = i});
	return (uint32_t)p->instruction.n - 1;
}

/* The beginning of the atomic section of a model that the thread is in, if it may be protected. */
static const struct ins *section_of(struct protect *p, const struct state *st) {
	const struct ins *begin = st->atomic ? st->section : NULL;
	if (!begin || begin->rhs || begin->sync != SYNC_NONE)
		return NULL;
	if (map_get(&p->number, map_key(begin), NULL))
		return begin;
	bool may_be = false;
	for (const struct frame *f = st->frame; f; f = f->up) {
		const struct function *in = f->function;
		if (begin >= in->ins.at && begin < in->ins.at + in->ins.n)
			may_be = in->is_model && is_closed(in, (uint32_t)(begin - in->ins.at));
	}
	uint32_t number = find_instruction(p, begin);
	p->instruction.at[number].never = !may_be;
	return begin;
}

static void rely_on(struct protect *p, uint32_t ix) {
	struct protected_location *l = &p->location.at[ix];
	l->relied = true;
	if (!l->is_whole)
		p->location.at[l->object].relied_part = true;
}

static void add_pair(struct protect *p, const struct ins *i, uint32_t ix) {
	uint32_t number = find_instruction(p, i);
	uint64_t key = (uint64_t)number << 32 | ix;
	if (p->instruction.at[number].never || map_get(&p->known, key, NULL))
		return;
	map_put(&p->known, key, 1);
	vec_push(&p->pair, ((struct pair){number, ix}));
	if (p->instruction.at[number].is_protected) {
		rely_on(p, ix);
		p->is_broken |= !is_guarded(p, ix);
	}
	p->instruction.at[number].never = !p->instruction.at[number].is_protected && !is_guarded(p, ix);
}

/* The instruction before which a switch makes a difference to the access: that of the access, or
 * the first visible one of the checks that guard it (goto/analysis/visible.c).  NULL: none. */
static const struct ins *switched_before(const struct state *st) {
	if (!st->frame)
		return NULL;
	const struct ins *first = st->frame->function->ins.at, *i = first + st->pc;
	while (!i->visible && i > first && i[-1].kind == INS_ASSERT && i[-1].hidden)
		i--;
	return i->visible ? i : NULL;
}

/* An access to the location.  Was something relied on that no longer holds? */
static void note_access(struct protect *p, struct symex *x, struct state *st, uint32_t ix,
                        bool is_write) {
	struct protected_location *l = &p->location.at[ix], *whole = &p->location.at[l->object];
	bool is_news = is_write && !l->written;
	if (has_no_lock(p, ix) && !is_news)
		return;
	struct lockset held = held_locks(p, x, st);
	is_news |= keep_common(&l->locks, &held);
	is_news |= keep_common(&whole->of_all, &held);
	l->written |= is_write;
	whole->part_written |= is_write;
	if (is_news)
		p->is_broken |= (l->relied && !is_guarded(p, ix)) ||
		                (whole->relied && !is_guarded(p, l->object)) ||
		                (l->is_whole && l->relied_part);
}

static void note(struct protect *p, struct symex *x, struct state *st, uint32_t object,
                 uint32_t granule, bool is_write) {
	uint32_t ix = find_location(p, object, granule);
	note_access(p, x, st, ix, is_write);
	const struct ins *i = switched_before(st), *section = section_of(p, st);
	if (i && may_be_protected(i))
		add_pair(p, i, ix);
	if (section)
		add_pair(p, section, ix);
}

/* Does the instruction of a section nothing but access memory and release locks? */
static bool is_plain(const struct symex *x, const struct state *st) {
	const struct ins *i = next_ins(st);
	if (switch_may_end(x, st))
		return false;
	switch (i->kind) {
	case INS_SKIP:
	case INS_DECL:
	case INS_DEAD:
	case INS_GOTO:
	case INS_RETURN:
	case INS_END:
	case INS_ASSERT:
	case INS_ATOMIC_END: return true;
	case INS_ASSIGN: return i->rhs->kind != EXPR_NONDET;
	case INS_CALL: break;
	default: return false;
	}
	enum intrinsic called = ins_intrinsic(i);
	return called == INTRINSIC_NONE || called == INTRINSIC_SELF || called == INTRINSIC_RELEASED ||
	       called == INTRINSIC_ORDER_RELEASE;
}

void protect_runs(struct protect *p, struct symex *x, const struct state *st) {
	const struct ins *section = section_of(p, st);
	if (!section)
		return;
	uint32_t number = find_instruction(p, section);
	struct instruction *in = &p->instruction.at[number];
	if (in->never || is_plain(x, st))
		return;
	in->never = true;
	p->is_broken |= in->is_protected;
}

/* An access that no other thread can make at this time. */
static void note_private(struct protect *p, const struct state *st) {
	const struct ins *i = switched_before(st), *section = section_of(p, st);
	p->took_private = true;
	if (i && may_be_protected(i))
		find_instruction(p, i);
	if (section)
		find_instruction(p, section);
}

static bool is_unshared(const struct object *o) {
	return (o->symbol && !o->symbol->is_shared) || o->kind == OBJECT_FUNCTION;
}

bool protect_is_alone(const struct state *st) {
	uint32_t joined = 0;
	for (const struct joined *j = st->joined; j && st->nlive == 1; j = j->up)
		joined++;
	return st->nlive == 1 && joined + 1 >= st->nthreads;
}

void protect_access(struct protect *p, struct symex *x, struct state *st, const struct access *a,
                    bool is_private) {
	uint64_t at;
	bool is_write = a->kind == ACCESS_WRITE;
	if (!a->object || is_unshared(&x->object.at[a->object]))
		return;
	if (is_private) {
		note_private(p, st);
		return;
	}
	if (a->kind == ACCESS_EXISTENCE) {
		note(p, x, st, a->object, EXISTENCE, false);
		return;
	}
	bool is_known = a->offset.ix && term_get_u64(x->ts, a->offset, &at) && a->bytes &&
	                at + a->bytes < UINT32_MAX && a->bytes <= GRANULE * MAX_GRANULES;
	if (!is_known) {
		note(p, x, st, a->object, WHOLE, is_write);
		return;
	}
	for (uint64_t g = at / GRANULE; g <= (at + a->bytes - 1) / GRANULE; g++)
		note(p, x, st, a->object, (uint32_t)g, is_write);
}

/* --- Instructions. --- */

/* By instruction: is it protected, after what was learnt so far? */
static bool *find_protected(const struct protect *p) {
	bool *is_protected = mem_alloc(p->instruction.n + 1);
	for (size_t i = 0; i < p->instruction.n; i++)
		is_protected[i] = !p->instruction.at[i].never;
	for (size_t i = 0; i < p->pair.n; i++)
		is_protected[p->pair.at[i].instruction] &= is_guarded(p, p->pair.at[i].location);
	return is_protected;
}

bool protect_has_news(const struct protect *p) {
	bool *is_protected = find_protected(p), has_news = false;
	for (size_t i = 0; i < p->instruction.n; i++)
		has_news |= p->instruction.at[i].is_protected != is_protected[i];
	mem_free(is_protected);
	return has_news;
}

void protect_learn(struct protect *p) {
	bool *is_protected = find_protected(p);
	map_clear(&p->instructions);
	map_clear(&p->all);
	for (size_t i = 0; i < p->instruction.n; i++) {
		struct instruction *in = &p->instruction.at[i];
		in->is_protected = is_protected[i];
		if (in->is_protected)
			map_put(&p->all, map_key(in->ins), 1);
		if (in->is_protected && in->ins->kind != INS_ATOMIC_BEGIN)
			map_put(&p->instructions, map_key(in->ins), 1);
	}
	mem_free(is_protected);
	for (size_t i = 0; i < p->location.n; i++)
		p->location.at[i].relied = p->location.at[i].relied_part = false;
	for (size_t i = 0; i < p->pair.n; i++)
		if (p->instruction.at[p->pair.at[i].instruction].is_protected)
			rely_on(p, p->pair.at[i].location);
	p->is_broken = false;
}
