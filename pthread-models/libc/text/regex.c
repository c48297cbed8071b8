/* regex.h: whether an expression is valid and a text matches is arbitrary; where it matches is
 * within the text, and groups are within the whole.  What regcomp has made belongs to the program
 * until regfree. */
#include "../../system/environment.h"

enum {
	REG_EXTENDED_FLAG = 1,
	REG_NOSUB_FLAG = 8,
	REG_STARTEND_FLAG = 4, /* of regexec */
	NO_MATCH_FOUND = 1,
	REGEX_NO_MEMORY = 12,
};

struct regex { /* regex_t of glibc */
	void *compiled;
	size_t allocated, used, syntax;
	char *fastmap, *translate;
	size_t groups; /* re_nsub */
	unsigned flags;
};

struct region { /* regmatch_t */
	int from, to;
};

/* How many groups the expression has: "(" outside of brackets, "\(" in a basic one. */
static size_t count_groups(const char *p, int flags) {
	size_t n = 0;
	for (; *p != 0; p++) {
		if (*p == '\\' && p[1] != 0) {
			p++;
			n += *p == '(' && !(flags & REG_EXTENDED_FLAG);
		} else if (*p == '(') {
			n += (flags & REG_EXTENDED_FLAG) != 0;
		} else if (*p == '[') {
			p += p[1] == '^' ? 2 : 1;
			for (int first = 1; *p != 0 && (*p != ']' || first); p++, first = 0) {
				if (*p != '[' || (p[1] != ':' && p[1] != '.' && p[1] != '='))
					continue;
				char kind = p[1];
				for (p += 2; *p != 0 && (*p != kind || p[1] != ']'); p++)
					;
				p += *p != 0;
			}
			if (*p == 0)
				break;
		}
	}
	return n;
}

/* REG_BADPAT, ..., REG_BADRPT.  The object is as it was if it fails. */
int regcomp(struct regex *r, const char *pattern, int flags) {
	NEED_STRING(pattern, "regcomp");
	NEED_WRITABLE(r, sizeof *r, "regcomp");
	if (IS_OPEN_ENVIRONMENT() && __mc_nondet_bool()) {
		int error = __mc_nondet_int();
		__mc_assume(error >= 2 && error <= 13);
		return error;
	}
	r->compiled = __mc_alloc(1, __mc_heap);
	r->groups = count_groups(pattern, flags);
	r->flags = (unsigned)flags;
	return 0;
}

static void need_compiled(const struct regex *r) {
	__mc_assert(__mc_readable(r, sizeof *r), "pointer", "a regular expression is no object");
	__mc_assert(r->compiled != NULL && __mc_is_live(r->compiled), "pointer",
	            "a regular expression is used that is not compiled or was freed");
}

static void any_region(struct region *to, int low, int high) {
	int from = __mc_nondet_int(), end = __mc_nondet_int();
	__mc_assume(from >= low && from <= end && end <= high);
	to->from = from;
	to->to = end;
}

int regexec(const struct regex *r, const char *text, size_t count, struct region *at, int flags) {
	need_compiled(r);
	if (flags & REG_STARTEND_FLAG)
		__mc_unsupported("regexec: REG_STARTEND");
	int length = 0;
	while (text[length] != 0)
		length++;
	if (r->flags & REG_NOSUB_FLAG)
		count = 0;
	NEED_WRITABLE(at, count * sizeof *at, "regexec");
	if (__mc_nondet_bool())
		return FAILS() ? REGEX_NO_MEMORY : NO_MATCH_FOUND;
	for (size_t i = 0; i < count; i++) {
		at[i].from = at[i].to = -1;
		if (i == 0)
			any_region(at, 0, length);
		else if (i <= r->groups && __mc_nondet_bool())
			any_region(&at[i], at[0].from, at[0].to);
	}
	return 0;
}

void regfree(struct regex *r) {
	__mc_assert(__mc_readable(r, sizeof *r), "pointer", "a regular expression is no object");
	__mc_assert(r->compiled != NULL && __mc_is_live(r->compiled), "double-free",
	            "a regular expression is freed that is not compiled or was freed");
	__mc_free(r->compiled);
	r->compiled = NULL;
}

enum { REGEX_TEXT = 64 };

/* Some text, cut if it does not fit; the result is its length with the zero. */
size_t regerror(int error, const struct regex *r, char *to, size_t size) {
	(void)error, (void)r;
	NEED_WRITABLE(to, size, "regerror");
	size_t length = __mc_nondet_size();
	__mc_assume(length > 1 && length <= REGEX_TEXT);
	if (size == 0)
		return length;
	size_t end = (length < size ? length : size) - 1;
	__mc_havoc(to, end);
	to[end] = 0;
	return length;
}
