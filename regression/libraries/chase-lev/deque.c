/* The deque of Chase, Lev, "Dynamic circular work-stealing deque", SPAA 2005, of fixed size, with
 * the memory orders of Lê, Pop, Cohen, Nardelli, "Correct and efficient work-stealing for weak
 * memory models", PPoPP 2013.  Mistakes: NO_CAS: pop takes the last value although a thief may
 * have; EARLY_TOP: pop reads top before it has said by bottom that it takes a value; WEAK: without
 * the fence in pop, which is the same mistake by the machine (--mm c11 only). */
#include "deque.h"

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define SEQ_CST memory_order_seq_cst

void deque_init(struct deque *deque) {
	atomic_init(&deque->top, 0);
	atomic_init(&deque->bottom, 0);
	for (int i = 0; i < DEQUE_CELLS; i++)
		atomic_init(&deque->cells[i], 0);
}

bool deque_push(struct deque *deque, int value) {
	int bottom = atomic_load_explicit(&deque->bottom, RELAXED);
	int top = atomic_load_explicit(&deque->top, ACQUIRE);
	if (bottom - top >= DEQUE_CELLS)
		return false;
	atomic_store_explicit(&deque->cells[bottom % DEQUE_CELLS], value, RELAXED);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&deque->bottom, bottom + 1, RELAXED);
	return true;
}

bool deque_pop(struct deque *deque, int *value) {
	int bottom = atomic_load_explicit(&deque->bottom, RELAXED) - 1;
#ifdef EARLY_TOP
	int top = atomic_load_explicit(&deque->top, RELAXED);
	atomic_store_explicit(&deque->bottom, bottom, RELAXED);
	atomic_thread_fence(SEQ_CST);
#else
	atomic_store_explicit(&deque->bottom, bottom, RELAXED);
#ifndef WEAK
	atomic_thread_fence(SEQ_CST);
#endif
	int top = atomic_load_explicit(&deque->top, RELAXED);
#endif
	if (top > bottom) {
		atomic_store_explicit(&deque->bottom, bottom + 1, RELAXED);
		return false;
	}
	*value = atomic_load_explicit(&deque->cells[bottom % DEQUE_CELLS], RELAXED);
	if (top < bottom)
		return true;
#ifdef NO_CAS
	atomic_store_explicit(&deque->top, top + 1, RELAXED);
	bool mine = true;
#else
	bool mine =
	    atomic_compare_exchange_strong_explicit(&deque->top, &top, top + 1, SEQ_CST, RELAXED);
#endif
	atomic_store_explicit(&deque->bottom, bottom + 1, RELAXED);
	return mine;
}

bool deque_steal(struct deque *deque, int *value) {
	int top = atomic_load_explicit(&deque->top, ACQUIRE);
	atomic_thread_fence(SEQ_CST);
	int bottom = atomic_load_explicit(&deque->bottom, ACQUIRE);
	if (top >= bottom)
		return false;
	*value = atomic_load_explicit(&deque->cells[top % DEQUE_CELLS], RELAXED);
	return atomic_compare_exchange_strong_explicit(&deque->top, &top, top + 1, SEQ_CST, RELAXED);
}
