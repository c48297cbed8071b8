/* Memory orders: accesses that have one, those that ask for less than sequential consistency, and
 * calls that see the state of a lock without synchronising. */
#include "goto/analysis/analysis.h"

#include <string.h>

static bool is_weak(const struct expr *e) {
	if (!e)
		return false;
	bool weak = (e->order != MEM_PLAIN && e->order != MEM_SEQ_CST) ||
	            (e->failure_order != MEM_PLAIN && e->failure_order != MEM_SEQ_CST);
	for (uint32_t i = 0; i < e->nargs && !weak; i++)
		weak = is_weak(e->arg[i]);
	return weak;
}

const struct ins *goto_weak_access(const struct goto_prog *p) {
	for (size_t i = 0; i < p->function.n; i++) {
		const struct function *f = p->function.at[i];
		for (uint32_t pc = 0; pc < f->ins.n && !f->is_model && !f->is_dropped; pc++)
			if (is_weak(f->ins.at[pc].lhs) || is_weak(f->ins.at[pc].rhs))
				return &f->ins.at[pc];
	}
	return NULL;
}

/* Of an address, no access but those that compute it. */
static bool has_order(const struct expr *e) {
	if (!e)
		return false;
	if (e->kind == EXPR_ADDR) {
		for (e = e->arg[0]; e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX; e = e->arg[0])
			if (e->kind == EXPR_INDEX && has_order(e->arg[1]))
				return true;
		return e->kind == EXPR_DEREF && has_order(e->arg[0]);
	}
	bool found = expr_is_lvalue(e) && e->order != MEM_PLAIN;
	for (uint32_t i = 0; i < e->nargs && !found; i++)
		found = has_order(e->arg[i]);
	return found;
}

bool goto_has_order(const struct ins *in) {
	bool found = in->kind == INS_FENCE || has_order(in->lhs) || has_order(in->rhs);
	for (uint32_t i = 0; i < in->nargs && !found; i++)
		found = has_order(in->arg[i]);
	return found;
}

/* A failed call does not synchronise, nor does one that only reads. */
static bool observes_lock(const char *name) {
	static const char *const list[] = {
	    "pthread_mutex_trylock",
	    "pthread_mutex_timedlock",
	    "pthread_mutex_clocklock",
	    "pthread_rwlock_tryrdlock",
	    "pthread_rwlock_timedrdlock",
	    "pthread_rwlock_clockrdlock",
	    "pthread_rwlock_trywrlock",
	    "pthread_rwlock_timedwrlock",
	    "pthread_rwlock_clockwrlock",
	    "pthread_spin_trylock",
	    "sem_trywait",
	    "sem_timedwait",
	    "sem_clockwait",
	    "sem_getvalue",
	    "pthread_tryjoin_np",
	    "pthread_timedjoin_np",
	    "pthread_clockjoin_np",
	    "mtx_trylock",
	    "mtx_timedlock",
	    "ftrylockfile",
	    "syscall",
	};
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}

const struct function *goto_observes_lock(const struct goto_prog *p) {
	for (size_t i = 0; i < p->function.n; i++)
		if (p->function.at[i]->is_model && observes_lock(p->function.at[i]->symbol->name))
			return p->function.at[i];
	return NULL;
}
