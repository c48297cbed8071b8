/* Fences of C11, of GNU C, of processors.  They are no steps that another thread could notice. */
#include <assert.h>
#include <emmintrin.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef SUM
#define SUM 2
#endif

atomic_int sum;

static void c11(void)
{
	atomic_thread_fence(memory_order_relaxed);
	atomic_thread_fence(memory_order_consume);
	atomic_thread_fence(memory_order_acquire);
	atomic_thread_fence(memory_order_release);
	atomic_thread_fence(memory_order_acq_rel);
	atomic_thread_fence(memory_order_seq_cst);
}

static void gnu(int order)
{
	__sync_synchronize();
	__atomic_thread_fence(__ATOMIC_RELEASE);
	__atomic_thread_fence(order);
}

static void compiler(void) /* orders nothing between threads */
{
	atomic_signal_fence(memory_order_seq_cst);
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	__asm__ volatile("" ::: "memory");
	__asm__ volatile("isb; nop");
}

static void x86(void)
{
	__asm__ volatile("mfence" ::: "memory");
	__asm__ volatile("lfence" ::: "memory");
	__asm__ volatile("sfence" ::: "memory");
	__asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
	_mm_mfence();
	_mm_sfence();
	__builtin_ia32_lfence();
}

static void arm(void)
{
	__asm__ volatile("dmb ish" ::: "memory");
	__asm__ volatile("dmb ishld" ::: "memory");
	__asm__ volatile("DMB ishst" ::: "memory");
	__asm__ volatile("dsb #15" ::: "memory");
}

static void power(void)
{
	__asm__ volatile("sync" ::: "memory");
	__asm__ volatile("lwsync" ::: "memory");
	__asm__ volatile("eieio" ::: "memory");
}

static void riscv(void)
{
	__asm__ volatile("fence" ::: "memory");
	__asm__ volatile("fence rw,rw" ::: "memory");
	__asm__ volatile("fence r, rw" ::: "memory");
	__asm__ volatile("fence rw, w" ::: "memory");
}

static void both(void)
{
	int out = 1;
	__asm__ volatile("lfence\n\tsfence" : "+r"(out) : : "memory");
	__CPROVER_fence("RRfence", "RWfence");
	__CPROVER_fence("WWfence", "WRfence");
}

static void *work(void *unused)
{
	sum++;
	c11();
	gnu(sum);
	compiler();
	x86();
	arm();
	power();
	riscv();
	both();
	return unused;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, work, NULL);
	sum++;
	pthread_join(t, NULL);
	assert(sum == SUM);
}
