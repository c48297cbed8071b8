/* fnmatch: exact in the C locale. */
#include "../../mc.h"

enum {
	MATCHES,
	NO_MATCH,
	/* flags */
	PATH_NAME = 1,
	NO_ESCAPE = 2,
	PERIOD = 4,
	LEADING_DIR = 8,
	CASE_FOLD = 16,
	EXTENDED = 32,
};

static int folded(char c, int flags) {
	int x = (unsigned char)c;
	return (flags & CASE_FOLD) && x >= 'A' && x <= 'Z' ? x + 32 : x;
}

static int is_between(int c, int low, int high) {
	return c >= low && c <= high;
}

/* Does the name at p begin with that, and then ":]"? */
static int is_named(const char *p, const char *name) {
	int n = 0;
	for (; name[n] != 0; n++)
		if (p[n] != name[n])
			return 0;
	return p[n] == ':' && p[n + 1] == ']';
}

/* Is c in the class "[:name:]", whose name is at p? */
static int in_class(const char *p, int c) {
	int upper = is_between(c, 'A', 'Z'), lower = is_between(c, 'a', 'z');
	int digit = is_between(c, '0', '9'), graph = is_between(c, '!', '~');
	if (is_named(p, "alpha"))
		return upper || lower;
	if (is_named(p, "digit"))
		return digit;
	if (is_named(p, "alnum"))
		return upper || lower || digit;
	if (is_named(p, "upper"))
		return upper;
	if (is_named(p, "lower"))
		return lower;
	if (is_named(p, "space"))
		return c == ' ' || is_between(c, '\t', '\r');
	if (is_named(p, "blank"))
		return c == ' ' || c == '\t';
	if (is_named(p, "punct"))
		return graph && !upper && !lower && !digit;
	if (is_named(p, "print"))
		return graph || c == ' ';
	if (is_named(p, "graph"))
		return graph;
	if (is_named(p, "cntrl"))
		return is_between(c, 0, 31) || c == 127;
	if (is_named(p, "xdigit"))
		return digit || is_between(c, 'a', 'f') || is_between(c, 'A', 'F');
	__mc_unsupported("fnmatch: a class of characters that is not known");
	return 0;
}

/* Behind the ":]" of a class whose name is at p; NULL: it is none. */
static const char *class_end(const char *p) {
	for (; *p >= 'a' && *p <= 'z'; p++)
		;
	return *p == ':' && p[1] == ']' ? p + 2 : NULL;
}

struct bracket {
	const char *end; /* behind it; NULL: it is none, and the '[' stands for itself */
	int has;
};

/* p is behind the '['. */
static struct bracket in_bracket(const char *p, int c, int flags) {
	struct bracket b = {NULL, 0};
	int inverted = *p == '!' || *p == '^', found = 0;
	const char *first = p + inverted;
	for (p = first; *p != ']' || p == first; p++) {
		if (*p == '\\' && !(flags & NO_ESCAPE))
			p++;
		if (*p == 0)
			return b;
		if (*p == '[' && (p[1] == '.' || p[1] == '='))
			__mc_unsupported("fnmatch: collating symbols");
		if (*p == '[' && p[1] == ':' && class_end(p + 2) != NULL) {
			found |= in_class(p + 2, c);
			p = class_end(p + 2) - 1;
			continue;
		}
		int low = folded(*p, flags), high = low;
		if (p[1] == '-' && p[2] != ']') {
			p += 2;
			if (*p == '\\' && !(flags & NO_ESCAPE))
				p++;
			if (*p == 0)
				return (struct bracket){p, 0};
			high = folded(*p, flags);
		}
		found |= is_between(c, low, high);
	}
	b.end = p + 1;
	b.has = found != inverted;
	return b;
}

/* Must the character at s be matched by a period itself? */
static int is_hidden(const char *s, const char *start, int flags) {
	return *s == '.' && (flags & PERIOD) && (s == start || ((flags & PATH_NAME) && s[-1] == '/'));
}

static int match(const char *p, const char *s, const char *start, int flags);

static int match_star(const char *p, const char *s, const char *start, int flags) {
	if (is_hidden(s, start, flags))
		return NO_MATCH;
	if (*p == '\\' && p[1] == '/' && (flags & PATH_NAME))
		__mc_unsupported("fnmatch: an escaped slash behind a star");
	for (;; s++) {
		if (match(p, s, start, flags) == MATCHES)
			return MATCHES;
		if (*s == 0 || (*s == '/' && (flags & PATH_NAME)))
			return NO_MATCH;
	}
}

static int match(const char *p, const char *s, const char *start, int flags) {
	for (; *p != 0; p++, s++) {
		int c = folded(*s, flags);
		if (*p == '*')
			return match_star(p + 1, s, start, flags);
		if (*s == 0)
			return NO_MATCH;
		if (*p == '?' || *p == '[') {
			if ((*s == '/' && (flags & PATH_NAME)) || is_hidden(s, start, flags))
				return NO_MATCH;
			if (*p == '?')
				continue;
			struct bracket b = in_bracket(p + 1, c, flags);
			if (b.end != NULL) {
				if (!b.has)
					return NO_MATCH;
				p = b.end - 1;
				continue;
			}
		}
		if (*p == '\\' && !(flags & NO_ESCAPE)) {
			p++;
			if (*p == 0)
				return NO_MATCH;
		}
		if (folded(*p, flags) != c)
			return NO_MATCH;
	}
	return *s == 0 || (*s == '/' && (flags & LEADING_DIR)) ? MATCHES : NO_MATCH;
}

int fnmatch(const char *pattern, const char *text, int flags) {
	if (flags & EXTENDED)
		__mc_unsupported("fnmatch: FNM_EXTMATCH");
	return match(pattern, text, text, flags);
}
