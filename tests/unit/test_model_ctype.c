/* The models of ctype.h, functions and tables, against the real ones for every argument. */
#include <ctype.h>

#include "tests/unit/model_host.h"

#undef isalnum
#undef isalpha
#undef isblank
#undef iscntrl
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit
#undef isascii
#undef toascii
#undef tolower
#undef toupper

struct pair {
	const char *name;
	int (*real)(int);
	int (*model)(int);
};

static struct pair pair[14];

int m_isalnum(int), m_isalpha(int), m_isblank(int), m_iscntrl(int), m_isdigit(int), m_isgraph(int),
    m_islower(int), m_isprint(int), m_ispunct(int), m_isspace(int), m_isupper(int), m_isxdigit(int),
    m_tolower(int), m_toupper(int);

static void fill(void) {
	struct pair all[] = {
	    {"isalnum", isalnum, m_isalnum}, {"isalpha", isalpha, m_isalpha},
	    {"isblank", isblank, m_isblank}, {"iscntrl", iscntrl, m_iscntrl},
	    {"isdigit", isdigit, m_isdigit}, {"isgraph", isgraph, m_isgraph},
	    {"islower", islower, m_islower}, {"isprint", isprint, m_isprint},
	    {"ispunct", ispunct, m_ispunct}, {"isspace", isspace, m_isspace},
	    {"isupper", isupper, m_isupper}, {"isxdigit", isxdigit, m_isxdigit},
	    {"tolower", tolower, m_tolower}, {"toupper", toupper, m_toupper},
	};
	memcpy(pair, all, sizeof all);
}

static const unsigned short *real_class(void) {
	return *__ctype_b_loc();
}

static const int *real_lower(void) {
	return *__ctype_tolower_loc();
}

static const int *real_upper(void) {
	return *__ctype_toupper_loc();
}

#define isascii             m_isascii
#define toascii             m_toascii
#define isblank             m_isblank
#define iscntrl             m_iscntrl
#define isdigit             m_isdigit
#define isgraph             m_isgraph
#define islower             m_islower
#define isprint             m_isprint
#define ispunct             m_ispunct
#define isspace             m_isspace
#define isupper             m_isupper
#define isxdigit            m_isxdigit
#define tolower             m_tolower
#define toupper             m_toupper
#define isalnum             m_isalnum
#define isalpha             m_isalpha
#define __ctype_b_loc       m_b_loc
#define __ctype_tolower_loc m_tolower_loc
#define __ctype_toupper_loc m_toupper_loc

#include "pthread-models/libc/text/ctype.c"
#include "pthread-models/libc/text/ctype_tables.c"

int main(void) {
	fill();
	for (size_t i = 0; i < sizeof pair / sizeof pair[0]; i++)
		for (int c = -128; c < 256; c++)
			CHECK(pair[i].real(c) == pair[i].model(c));
	for (int c = -128; c < 256; c++) {
		CHECK(real_class()[c] == (*m_b_loc())[c]);
		CHECK(real_lower()[c] == (*m_tolower_loc())[c]);
		CHECK(real_upper()[c] == (*m_toupper_loc())[c]);
	}
	return check_done("models of ctype.h");
}
