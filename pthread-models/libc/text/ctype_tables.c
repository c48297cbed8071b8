/* What the macros of glibc's ctype.h look into: tables of 384 entries, indexed from -128.
 * Bits as on a little-endian target. */
#include "../../mc.h"

enum {
	UPPER = 0x100,
	LOWER = 0x200,
	ALPHA = 0x400,
	DIGIT = 0x800,
	XDIGIT = 0x1000,
	SPACE = 0x2000,
	PRINT = 0x4000,
	GRAPH = 0x8000,
	BLANK = 0x1,
	CNTRL = 0x2,
	PUNCT = 0x4,
	ALNUM = 0x8,
	LETTER = ALPHA | PRINT | GRAPH | ALNUM,
	SIGN = PRINT | GRAPH | PUNCT,
	ZERO = 128, /* where character 0 stands */
};

static const unsigned short class_of[384] = {
    [ZERO... ZERO + 8] = CNTRL,
    [ZERO + '\t'] = CNTRL | SPACE | BLANK,
    [ZERO + '\n' ... ZERO + '\r'] = CNTRL | SPACE,
    [ZERO + 14 ... ZERO + 31] = CNTRL,
    [ZERO + ' '] = SPACE | PRINT | BLANK,
    [ZERO + '!' ... ZERO + '/'] = SIGN,
    [ZERO + '0' ... ZERO + '9'] = DIGIT | XDIGIT | PRINT | GRAPH | ALNUM,
    [ZERO + ':' ... ZERO + '@'] = SIGN,
    [ZERO + 'A' ... ZERO + 'F'] = UPPER | XDIGIT | LETTER,
    [ZERO + 'G' ... ZERO + 'Z'] = UPPER | LETTER,
    [ZERO + '[' ... ZERO + '`'] = SIGN,
    [ZERO + 'a' ... ZERO + 'f'] = LOWER | XDIGIT | LETTER,
    [ZERO + 'g' ... ZERO + 'z'] = LOWER | LETTER,
    [ZERO + '{' ... ZERO + '~'] = SIGN,
    [ZERO + 127] = CNTRL,
};
static const unsigned short *class_table = class_of + ZERO;

const unsigned short **__ctype_b_loc(void) {
	return &class_table;
}

static int lower_of[384], upper_of[384];
static const int *lower_table, *upper_table;

/* Filled when first asked for; a program that never does pays nothing. */
static void fill_case_tables(void) {
	for (int c = -128; c < 256; c++) {
		int byte = c < -1 ? c + 256 : c;
		lower_of[c + ZERO] = c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : byte;
		upper_of[c + ZERO] = c >= 'a' && c <= 'z' ? c - ('a' - 'A') : byte;
	}
	lower_table = lower_of + ZERO;
	upper_table = upper_of + ZERO;
}

const int **__ctype_tolower_loc(void) {
	if (lower_table == NULL)
		fill_case_tables();
	return &lower_table;
}

const int **__ctype_toupper_loc(void) {
	if (upper_table == NULL)
		fill_case_tables();
	return &upper_table;
}
