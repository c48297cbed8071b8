/* Memory orders stay with the accesses; a read-modify-write is two events in one section. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int a, b;
int data;

void *t(void *p) {
	data = 1;
	atomic_store_explicit(&a, 1, memory_order_release);
	atomic_fetch_add_explicit(&b, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_acquire);
	return 0;
}

int main(void) {
	pthread_t u;
	pthread_create(&u, 0, t, 0);
	if (atomic_load_explicit(&a, memory_order_acquire) == 1)
		__VERIFIER_assert(data == 1);
	b = 2;
	return 0;
}

// expect: main spawn T1
// expect: main read acquire a as r0
// expect: main read data as r1 if (= r0 (_ bv1 32))
// expect: main assert (= r1 (_ bv1 32)) if (= r0 (_ bv1 32))
// expect: main write seq_cst b = (_ bv2 32)
// expect: T1 write data = (_ bv1 32)
// expect: T1 write release a = (_ bv1 32)
// expect: T1 read relaxed b as r2
// expect: T1 write relaxed b = (bvadd r2 (_ bv1 32))
// expect: T1 fence acquire
// expect: T1 end
