/* C11, __atomic and __sync operations, and operators on _Atomic objects. */
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int a = 5;
static _Atomic(int *) p;
static int plain = 1;

int main(void) {
	int array[3], expected = 9;
	assert(atomic_fetch_add(&a, 3) == 5 && a == 8);
	assert(!atomic_compare_exchange_strong(&a, &expected, 1) && expected == 8);
	assert(atomic_compare_exchange_weak(&a, &expected, 1) && atomic_load(&a) == 1);
	atomic_store_explicit(&a, 6, memory_order_release);
	a += 0;
	int sum = a, was = atomic_exchange(&a, 7);
	assert(sum == 6 && was == 6);
	a += 3;
	sum = a;
	was = a++;
	assert(sum == 10 && was == 10);
	sum = --a;
	assert(sum == 10);
	p = array;
	p++;
	assert(atomic_fetch_add(&p, 1) == array + 1 && p == array + 2);
	atomic_flag f = ATOMIC_FLAG_INIT;
	assert(!atomic_flag_test_and_set(&f) && atomic_flag_test_and_set(&f));
	atomic_flag_clear(&f);
	assert(__sync_fetch_and_add(&plain, 4) == 1 && __sync_sub_and_fetch(&plain, 2) == 3);
	assert(__sync_bool_compare_and_swap(&plain, 3, 12) && !__sync_bool_compare_and_swap(&plain, 3, 0));
	assert(__sync_val_compare_and_swap(&plain, 12, 13) == 12);
	int got, put = 20;
	__atomic_exchange(&plain, &put, &got, __ATOMIC_SEQ_CST);
	assert(got == 13 && __atomic_load_n(&plain, __ATOMIC_ACQUIRE) == 20);
	assert(__atomic_nand_fetch(&plain, 4, __ATOMIC_RELAXED) == ~4);
	atomic_bool b = false;
	b |= 2;
	atomic_thread_fence(memory_order_seq_cst);
	assert(b == true);
	assert(a == 10 + OFF);
	return 0;
}
