/* mprotect: of each mapping, one range of pages may be forbidden to read or to write. */
#include "mapping.h"

struct protection { /* the word begins it: see __mc_guard */
	unsigned long long word;
	char *start;
	struct protection *below;
};

static struct protection *protections; /* of all mappings */

static unsigned long long forbidden_pages(int protection, size_t from, size_t to) {
	unsigned how = (protection & MAY_WRITE) != 0 ? 0 : (protection & MAY_READ) != 0 ? 2 : 3;
	if (how == 0 || from == to)
		return 0;
	return how | (unsigned long long)from << 2 | (unsigned long long)to << 33;
}

void __model_protect_new(void *mapping, size_t size, int protection) {
	struct protection *new = __mc_alloc(sizeof *new, __mc_internal);
	new->word = forbidden_pages(protection, 0, size / PAGE);
	new->start = mapping;
	__mc_guard(mapping, &new->word);
	__mc_atomic_begin();
	new->below = protections;
	protections = new;
	__mc_atomic_end();
}

/* What is forbidden after the pages from, ..., to - 1 have this protection. */
static unsigned long long change_range(unsigned long long word, int protection, size_t from,
                                       size_t to) {
	unsigned long long wanted = forbidden_pages(protection, from, to);
	size_t first = (word >> 2) & 0x7fffffff, end = (word >> 33) & 0x7fffffff;
	if (word == 0 || (from <= first && end <= to))
		return wanted;
	if ((word & 3) == (wanted & 3) && from <= end && first <= to)
		return (word & 3) | (unsigned long long)(first < from ? first : from) << 2 |
		       (unsigned long long)(end > to ? end : to) << 33;
	if (wanted != 0 || (first < from && to < end))
		__mc_unsupported("mprotect of several parts of a mapping");
	if (to <= first || end <= from)
		return word;
	return from <= first
	           ? (word & 3) | (unsigned long long)to << 2 | (unsigned long long)end << 33
	           : (word & 3) | (unsigned long long)first << 2 | (unsigned long long)from << 33;
}

int mprotect(void *p, size_t length, int protection) {
	if ((__mc_offset(p) & (PAGE - 1)) != 0 || (protection & ~0x0300000f) != 0)
		return ERROR(EINVAL);
	if (length == 0)
		return 0;
	if (length > LARGEST_MAPPING || __model_place(p, length) == PLACE_NOTHING)
		return ERROR(ENOMEM);
	if (!__mc_is_mapping(p))
		__mc_unsupported("mprotect of memory that mmap has not made");
	if (FAILS())
		return ERROR(EACCES, ENOMEM);
	size_t from = (size_t)__mc_offset(p) / PAGE, to = from + WHOLE_PAGES(length) / PAGE;
	if (to > __mc_object_size(p) / PAGE)
		__mc_unsupported("mprotect of more than one mapping");
	__mc_atomic_begin();
	struct protection *at = protections;
	while (at != NULL && !__mc_same_object(at->start, p))
		at = at->below;
	if (at != NULL)
		__mc_protect(at->start, &at->word, change_range(at->word, protection, from, to));
	__mc_atomic_end();
	return 0;
}
