/* Work stealing: the deque of Chase and Lev with the orders of Le, Pop, Cohen and Zappa Nardelli
 * (PPoPP 2013), and an array that is large enough.  Thread 0 is the owner, the others steal.
 *
 * PUSH=relaxed: a thief finds the new bottom and not the task, or does not know its contents.
 * TAKE=acq_rel: the owner's new bottom is not ordered before it reads the top (store buffering):
 *   owner and thief take the same task.
 * STEAL=acq_rel: the same, from the thief's side. */
#include "threads.h"

#ifndef PUSH
#define PUSH memory_order_release
#endif
#ifndef TAKE
#define TAKE memory_order_seq_cst
#endif
#ifndef STEAL
#define STEAL memory_order_seq_cst
#endif

enum { SIZE = 4 };
struct task {
	int work;
	int done;
};
static struct task tasks[2];
static _Atomic(struct task *) array[SIZE];
static atomic_int top, bottom;

static void push(struct task *t) {
	int b = atomic_load_explicit(&bottom, memory_order_relaxed);
	atomic_store_explicit(&array[b % SIZE], t, memory_order_relaxed);
	atomic_thread_fence(PUSH);
	atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static struct task *take(void) {
	int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
	atomic_store_explicit(&bottom, b, memory_order_relaxed);
	atomic_thread_fence(TAKE);
	int t = atomic_load_explicit(&top, memory_order_relaxed);
	struct task *found = NULL;
	if (t <= b) {
		found = atomic_load_explicit(&array[b % SIZE], memory_order_relaxed);
		if (t < b)
			return found;
		if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
		                                             memory_order_relaxed))
			found = NULL;
	}
	atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
	return found;
}

static struct task *steal(void) {
	int t = atomic_load_explicit(&top, memory_order_acquire);
	atomic_thread_fence(STEAL);
	int b = atomic_load_explicit(&bottom, memory_order_acquire);
	if (t >= b)
		return NULL;
	struct task *found = atomic_load_explicit(&array[t % SIZE], memory_order_relaxed);
	if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst,
	                                             memory_order_relaxed))
		return NULL;
	return found;
}

static void execute(struct task *t) {
	if (!t)
		return;
	assert(t->work && !t->done);
	t->done = 1;
}

static void *body(void *number) {
	if (*(int *)number == 0) {
		tasks[0].work = 1;
		push(&tasks[0]);
		tasks[1].work = 1;
		push(&tasks[1]);
		execute(take());
		execute(take());
	} else {
		execute(steal());
#if THREADS == 2
		execute(steal());
#endif
	}
	return NULL;
}

int main(void) {
	run(body);
	return 0;
}
