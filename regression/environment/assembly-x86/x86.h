/* Atomic operations of x86 as libraries write them. */
static inline unsigned char swap8(volatile unsigned char *p, unsigned char value)
{
	__asm__ volatile("xchgb %0, %1" : "+q"(value), "+m"(*p) : : "memory");
	return value;
}

static inline int swap(volatile int *p, int value)
{
	__asm__ volatile("xchgl %0, %1" : "=r"(value), "+m"(*p) : "0"(value) : "memory");
	return value;
}

static inline int fetch_add(volatile int *p, int value)
{
	__asm__ volatile("lock; xaddl %0, %1" : "+r"(value), "+m"(*p) : : "memory", "cc");
	return value;
}

static inline int compare_swap(volatile int *p, int expected, int desired)
{
	int seen;
	__asm__ volatile("lock; cmpxchgl %2, %1"
	                 : "=a"(seen), "+m"(*p)
	                 : "r"(desired), "0"(expected)
	                 : "memory", "cc");
	return seen;
}

/* The same for pointers; says whether it has taken place. */
static inline int compare_swap_pointer(void *volatile *p, void *expected, void *desired)
{
	unsigned char done;
	__asm__ volatile("lock cmpxchg %[desired], %[p]\n\tsete %[done]"
	                 : [done] "=q"(done), [p] "+m"(*p), "+a"(expected)
	                 : [desired] "r"(desired)
	                 : "memory", "cc");
	return done;
}

static inline void relax(void)
{
	__asm__ volatile("rep; nop" ::: "memory");
}
