/* Atomic operations of arm64 as libraries and kernels write them. */
static inline int fetch_add(int *p, int value)
{
	int old, sum, failed;
	__asm__ volatile("// fetch_add\n"
	                 "	prfm	pstl1strm, %3\n"
	                 "1:	ldxr	%w0, %3\n"
	                 "	add	%w1, %w0, %w4\n"
	                 "	stlxr	%w2, %w1, %3\n"
	                 "	cbnz	%w2, 1b\n"
	                 "	dmb	ish"
	                 : "=&r"(old), "=&r"(sum), "=&r"(failed), "+Q"(*p)
	                 : "Ir"(value)
	                 : "memory");
	return old;
}

static inline unsigned char swap8(unsigned char *p, unsigned char value)
{
	unsigned int failed;
	unsigned char old;
	__asm__ volatile("1: ldaxrb %w0, %2\n"
	                 "   stxrb %w1, %w3, %2\n"
	                 "   cbnz %w1, 1b\n"
	                 : "=&r"(old), "=&r"(failed), "+Q"(*p)
	                 : "r"(value)
	                 : "memory");
	return old;
}

static inline int compare_swap(int *p, int expected, int desired)
{
	unsigned long tmp;
	int seen;
	__asm__ volatile("1:	ldxr	%w[seen], %[v]\n"
	                 "	eor	%w[tmp], %w[seen], %w[expected]\n"
	                 "	cbnz	%w[tmp], 2f\n"
	                 "	stlxr	%w[tmp], %w[desired], %[v]\n"
	                 "	cbnz	%w[tmp], 1b\n"
	                 "	dmb	ish\n"
	                 "2:"
	                 : [tmp] "=&r"(tmp), [seen] "=&r"(seen), [v] "+Q"(*p)
	                 : [expected] "r"(expected), [desired] "rZ"(desired)
	                 : "memory");
	return seen;
}

/* For pointers, which are addressed through a register; says whether it has taken place. */
static inline int compare_swap_pointer(void **p, void *expected, void *desired)
{
	void *seen;
	unsigned int done;
	__asm__ volatile("1:	ldaxr	%0, [%2]\n"
	                 "	cmp	%0, %3\n"
	                 "	b.ne	2f\n"
	                 "	stlxr	%w1, %4, [%2]\n"
	                 "	cbnz	%w1, 1b\n"
	                 "2:	cset	%w1, eq\n"
	                 : "=&r"(seen), "=&r"(done)
	                 : "r"(p), "r"(expected), "r"(desired)
	                 : "memory", "cc");
	return done;
}

static inline void relax(void)
{
	__asm__ volatile("yield" ::: "memory");
}
