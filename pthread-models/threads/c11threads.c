/* C11 threads, over the models of POSIX threads. */
#include "thread.h"

enum { SUCCESS = 0, BUSY = 1, ERROR = 2, NO_MEMORY = 3, TIMED_OUT = 4 }; /* thrd_ */
enum { C11_RECURSIVE = 1 };                                              /* mtx_recursive */

struct condition;
int pthread_cond_init(struct condition *, const void *attributes);
int pthread_cond_wait(struct condition *, struct mutex *);
int pthread_cond_timedwait(struct condition *, struct mutex *, const struct moment *);
int pthread_cond_signal(struct condition *);
int pthread_cond_broadcast(struct condition *);
int pthread_cond_destroy(struct condition *);
int pthread_key_create(unsigned *, void (*destructor)(void *));
int pthread_key_delete(unsigned);
int pthread_setspecific(unsigned, const void *);
void *pthread_getspecific(unsigned);
int pthread_detach(unsigned long);
int pthread_equal(unsigned long, unsigned long);
int sched_yield(void);

static int result_of(int error) {
	if (error == 0)
		return SUCCESS;
	if (error == EBUSY)
		return BUSY;
	if (error == ENOMEM)
		return NO_MEMORY;
	return error == ETIMEDOUT ? TIMED_OUT : ERROR;
}

static void end_c11_thread(int code) {
	struct thread *self = __model_self();
	__mc_atomic_begin();
	self->code = code;
	__mc_atomic_end();
	__model_end_thread(NULL);
}

static void run_c11_thread(void *data) {
	struct thread *t = data;
	__mc_atomic_begin();
	int (*start)(void *) = (int (*)(void *))t->start;
	void *argument = t->argument;
	__mc_atomic_end();
	end_c11_thread(start(argument));
}

int thrd_create(unsigned long *thread, int (*start)(void *), void *argument) {
	if (__model_cannot_create(thread))
		return __mc_nondet_bool() ? ERROR : NO_MEMORY;
	__mc_atomic_begin();
	struct thread *t = __mc_alloc(sizeof *t, __mc_internal);
	t->start = (void (*)(void))start;
	t->argument = argument;
	t->value = NULL;
	t->code = 0;
	t->has_ended = 0;
	t->use = 0;
	t->cancel = 0;
	int number = __mc_spawn(run_c11_thread, t, t->start);
#ifdef USES_fork
	if (__model_is_alone)
		__mc_unsupported("a new thread in the child of a process with several threads");
	__model_threads++;
#endif
	__mc_atomic_end();
	*thread = (unsigned long)number + 1;
	return SUCCESS;
}

void thrd_exit(int code) {
	end_c11_thread(code);
}

int thrd_join(unsigned long thread, int *result) {
	struct thread *t = __model_find_thread(thread);
	int error = __model_join(t, thread);
	int code = error == 0 ? t->code : 0;
	__mc_atomic_end();
	if (error == 0 && result != NULL)
		*result = code;
	return result_of(error);
}

int thrd_detach(unsigned long thread) {
	return result_of(pthread_detach(thread));
}

unsigned long thrd_current(void) {
	return (unsigned long)__mc_self() + 1;
}

int thrd_equal(unsigned long a, unsigned long b) {
	return pthread_equal(a, b);
}

void thrd_yield(void) {
	sched_yield();
}

int mtx_init(struct mutex *m, int type) {
	if (type < 0 || type > 3 || __model_lack(EAGAIN, EAGAIN) != 0)
		return ERROR;
	__mc_atomic_begin();
	__mc_released(m);
	m->owner = 0;
	m->again = 0;
	m->kind = type & C11_RECURSIVE ? MUTEX_RECURSIVE : MUTEX_NORMAL;
	__mc_atomic_end();
	return SUCCESS;
}

int mtx_lock(struct mutex *m) {
	return result_of(pthread_mutex_lock(m));
}

/* C11 lets it fail without reason; then it does not look at the mutex. */
int mtx_trylock(struct mutex *m) {
	if (__mc_option("mtx-trylock-may-fail") && __mc_nondet_bool()) {
		__mc_note("fails without reason");
		return BUSY;
	}
	return result_of(pthread_mutex_trylock(m));
}

int mtx_timedlock(struct mutex *m, const struct moment *until) {
	return result_of(pthread_mutex_timedlock(m, until));
}

int mtx_unlock(struct mutex *m) {
	int me = __mc_self() + 1;
	__mc_atomic_begin();
	__mc_assert(m->owner == me, "lock", "a mutex is unlocked that this thread does not hold");
	int error = __model_unlock(m, me);
	__mc_atomic_end();
	return result_of(error);
}

/* C11 forbids this only while a thread waits for the mutex; if one does, it finds out. */
void mtx_destroy(struct mutex *m) {
	__mc_atomic_begin();
	__mc_assert(m->kind != MUTEX_DESTROYED, "lock",
	            "a mutex is used that is not initialised or was destroyed");
	m->owner = 0;
	m->kind = MUTEX_DESTROYED;
	__mc_atomic_end();
}

int cnd_init(struct condition *c) {
	return result_of(pthread_cond_init(c, NULL));
}

int cnd_wait(struct condition *c, struct mutex *m) {
	return result_of(pthread_cond_wait(c, m));
}

int cnd_timedwait(struct condition *c, struct mutex *m, const struct moment *until) {
	return result_of(pthread_cond_timedwait(c, m, until));
}

int cnd_signal(struct condition *c) {
	return pthread_cond_signal(c);
}

int cnd_broadcast(struct condition *c) {
	return pthread_cond_broadcast(c);
}

void cnd_destroy(struct condition *c) {
	pthread_cond_destroy(c);
}

int tss_create(unsigned *key, void (*destructor)(void *)) {
	return result_of(pthread_key_create(key, destructor));
}

void tss_delete(unsigned key) {
	pthread_key_delete(key);
}

int tss_set(unsigned key, void *value) {
	return result_of(pthread_setspecific(key, value));
}

void *tss_get(unsigned key) {
	return pthread_getspecific(key);
}
