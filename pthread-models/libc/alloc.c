/* Heap memory.  An allocation succeeds unless --malloc-may-fail is given or it is larger than any
 * object can be (PTRDIFF_MAX, as in glibc); fresh contents are arbitrary. */
#include "../mc.h"

int *__errno_location(void);

enum { OUT_OF_MEMORY = 12, BAD_ALIGNMENT = 22 }; /* ENOMEM, EINVAL */

#define LARGEST ((size_t)__PTRDIFF_MAX__)
#define IS_TOO_MUCH(size)                                                                          \
	((size) > LARGEST ||                                                                           \
	 (__mc_option("malloc-may-fail") && __mc_nondet_bool() && __mc_kept_apart()))

static int fails(size_t size) {
	if (!IS_TOO_MUCH(size))
		return 0;
	*__errno_location() = OUT_OF_MEMORY;
	return 1;
}

/* What free and realloc demand of a pointer that is not null. */
static void need_block(void *p) {
	__mc_assert(!__mc_is_freed(p), "double-free", "memory is freed that was freed before");
	__mc_assert(__mc_is_heap(p), "invalid-free", "memory is freed that was not allocated");
	__mc_assert(__mc_offset(p) == 0, "invalid-free", "memory is freed from its middle");
}

/* C leaves it to the library whether there is a block of no bytes. */
static int is_no_block(size_t size) {
	return __mc_option("malloc-zero-is-null") && size == 0;
}

void *malloc(size_t size) {
	return is_no_block(size) || fails(size) ? NULL : __mc_alloc(size, __mc_heap);
}

void *calloc(size_t count, size_t size) {
	size_t bytes;
	if (__builtin_mul_overflow(count, size, &bytes)) {
		*__errno_location() = OUT_OF_MEMORY;
		return NULL;
	}
	if (is_no_block(bytes) || fails(bytes))
		return NULL;
	void *p = __mc_alloc(bytes, __mc_heap);
	__mc_set(p, 0, bytes);
	return p;
}

void free(void *p) {
	if (p == NULL)
		return;
	need_block(p);
	__mc_free(p);
}

void cfree(void *p) {
	free(p);
}

/* As glibc does it: a size of zero frees the block. */
void *realloc(void *p, size_t size) {
	if (p == NULL)
		return malloc(size);
	need_block(p);
	if (size == 0) {
		__mc_free(p);
		return NULL;
	}
	if ((size > LARGEST || __mc_option("realloc-may-fail")) && fails(size))
		return NULL;
	size_t old = __mc_object_size(p);
	void *q = __mc_alloc(size, __mc_heap);
	__mc_copy(q, p, old < size ? old : size);
	__mc_free(p);
	return q;
}

void *reallocarray(void *p, size_t count, size_t size) {
	size_t bytes;
	if (__builtin_mul_overflow(count, size, &bytes)) {
		*__errno_location() = OUT_OF_MEMORY;
		return NULL;
	}
	return realloc(p, bytes);
}

static int is_power_of_two(size_t n) {
	return n != 0 && (n & (n - 1)) == 0;
}

/* Blocks are multiples of 16 in any case. */
static void *aligned_block(size_t alignment, size_t size) {
	if (alignment <= 16 || !is_power_of_two(alignment))
		return __mc_alloc(size, __mc_heap);
	return __mc_alloc(size, __mc_aligned + __builtin_ctzl(alignment));
}

static void *allocate_aligned(size_t alignment, size_t size) {
	return is_no_block(size) || fails(size) ? NULL : aligned_block(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
	if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
		return BAD_ALIGNMENT;
	if (IS_TOO_MUCH(size))
		return OUT_OF_MEMORY;
	*result = is_no_block(size) ? NULL : aligned_block(alignment, size);
	return 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
	if (!is_power_of_two(alignment)) {
		*__errno_location() = BAD_ALIGNMENT;
		return NULL;
	}
	return allocate_aligned(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
	return allocate_aligned(alignment, size);
}

enum { PAGE_OF_BLOCKS = 4096 };

void *valloc(size_t size) {
	return allocate_aligned(PAGE_OF_BLOCKS, size);
}

void *pvalloc(size_t size) {
	if (size > LARGEST - PAGE_OF_BLOCKS)
		return malloc((size_t)-1); /* fails */
	return allocate_aligned(PAGE_OF_BLOCKS, (size + PAGE_OF_BLOCKS - 1) & -(size_t)PAGE_OF_BLOCKS);
}

size_t malloc_usable_size(void *p) {
	return p == NULL ? 0 : __mc_object_size(p);
}
