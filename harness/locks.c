#include "harness/locks.h"

#include <string.h>

#include "harness/library.h"
#include "harness/turns.h"

struct cbmc_mt_lock cbmc_mt_locks[LOCKS];
unsigned cbmc_mt_nlocks;

bool set_has(const struct lock_set *s, int thread) {
	return s->word[thread / 64] >> (thread % 64) & 1;
}

void set_add(struct lock_set *s, int thread) {
	s->word[thread / 64] |= UINT64_C(1) << (thread % 64);
}

void set_remove(struct lock_set *s, int thread) {
	s->word[thread / 64] &= ~(UINT64_C(1) << (thread % 64));
}

int set_next(const struct lock_set *s, int thread) {
	for (; thread < MAX_THREADS; thread++)
		if (set_has(s, thread))
			return thread;
	return NOBODY;
}

unsigned set_count(const struct lock_set *s) {
	unsigned n = 0;
	for (size_t i = 0; i < LOCK_SET; i++)
		n += (unsigned)__builtin_popcountll(s->word[i]);
	return n;
}

void locks_renew(struct cbmc_mt_lock *l, enum lock_state state) {
	*l = (struct cbmc_mt_lock){.at = l->at, .kind = l->kind, .state = state, .holder = NOBODY};
}

struct cbmc_mt_lock *locks_find(const void *at, enum lock_kind kind) {
	struct cbmc_mt_lock *gap = NULL;
	for (unsigned i = 0; i < cbmc_mt_nlocks; i++) {
		struct cbmc_mt_lock *l = &cbmc_mt_locks[i];
		if (l->at == at && l->kind == kind)
			return l;
		if (!l->at)
			gap = l;
	}
	if (!gap && cbmc_mt_nlocks == LOCKS) {
		library_say("there are more than %d locks", LOCKS);
		__builtin_trap();
	}
	struct cbmc_mt_lock *l = gap ? gap : &cbmc_mt_locks[cbmc_mt_nlocks++];
	l->at = at;
	l->kind = kind;
	locks_renew(l, LOCK_UNKNOWN);
	return l;
}

void locks_forget(const void *from, size_t size) {
	for (unsigned i = 0; i < cbmc_mt_nlocks; i++) {
		struct cbmc_mt_lock *l = &cbmc_mt_locks[i];
		if ((const char *)l->at >= (const char *)from &&
		    (const char *)l->at < (const char *)from + size)
			l->at = NULL;
	}
}

void locks_abandon(int thread) {
	for (unsigned i = 0; i < cbmc_mt_nlocks; i++) {
		struct cbmc_mt_lock *l = &cbmc_mt_locks[i];
		if (l->at && l->kind == LOCK_MUTEX && l->is_robust && l->holder == thread) {
			l->holder = NOBODY;
			l->again = 0;
			l->owner_died = true;
		}
	}
}
