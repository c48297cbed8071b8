/* The text that printf writes for a finite number without its sign; flags: 1 "#", 2 the number is
 * negative. Of constants it is exact; of others its length is bounded, and each character is one
 * that can be there. */
#include "../../mc.h"

/* Needed where the program passes floating-point numbers, or pointers to some, to a function with
 * variable arguments; otherwise printf and scanf do without this. */
void __model_floats_are_passed(void) {
}

enum { CAPITALS = 'a' - 'A', FLAGS = 128, DEFAULT_PRECISION = 6 };

static const double powers_of_ten[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                       1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};

/* How many digits a number that is at most 'less' below the number has before the point; 19: that
 * many or more. */
static int digits_before(double x, double less) {
	int digits = 1;
	for (int i = 1; i <= 18; i++)
		digits += x >= powers_of_ten[i] - less;
	return digits;
}

/* The least and the greatest length.  What is a long double is rounded here, which may count a
 * digit too many. */
static void length_bounds(double x, int kind, int precision, int alternate, int is_long, int *least,
                          int *most) {
	int places = precision < 0 ? DEFAULT_PRECISION : precision;
	int fraction = places + (places > 0 || alternate), digits, rounded, significant;
	switch (kind) {
	case 'f':
		digits = digits_before(x, 0);
		rounded = digits_before(x, 1 / powers_of_ten[places > 18 ? 18 : places]); /* up, at most */
		*least = digits + fraction - (is_long && digits > 1);
		*most = (rounded < 19 ? rounded : is_long ? 4933 : 309) + fraction;
		break;
	case 'e': /* exponents of two digits at least */
		*least = 1 + fraction + 4;
		*most = *least + (x == 0 || (x > 1e-98 && x < 1e98) ? 0 : is_long ? 2 : 1);
		break;
	case 'g':
		significant = places == 0 ? 1 : places;
		*least = 1;
		*most = significant + 7;
		break;
	default: /* "0x1.8p+0" */
		*least = 6 + (precision > 0 ? precision + 1 : 0);
		*most = precision >= 0 ? precision + 11 : is_long ? 40 : 24;
		break;
	}
}

static size_t bounded_length(size_t length, int least, int most) {
	__mc_assume(length >= (size_t)least && length <= (size_t)most);
	return length;
}

static int small_letter(int kind) {
	return kind < 'a' ? kind + CAPITALS : kind;
}

int __model_float_length(double x, int kind, int flags, int precision) {
	int how = kind + FLAGS * flags, least, most;
	length_bounds(x, small_letter(kind), precision, flags & 1, 0, &least, &most);
	return (int)bounded_length(__mc_text("text length", x, how, precision, 0), least, most);
}

int __model_float_lengthl(long double x, int kind, int flags, int precision) {
	int how = kind + FLAGS * flags, least, most;
	length_bounds((double)x, small_letter(kind), precision, flags & 1, 1, &least, &most);
	return (int)bounded_length(__mc_textl("text length", x, how, precision, 0), least, most);
}

/* Where the characters are that are no digits: at 'point' a point, at 'letter' the letter of the
 * exponent, followed by its sign. */
static void find_places(int kind, int precision, int alternate, int length, int *point,
                        int *letter) {
	int places = precision < 0 ? DEFAULT_PRECISION : precision;
	int has_point = places > 0 || alternate;
	*point = !has_point ? -1 : kind == 'f' ? length - places - 1 : 1;
	*letter = kind == 'e' ? 1 + has_point + places : -2;
}

#define CHARACTER(word, j) ((int)((word) >> 8 * (j)&0xff))

/* The digits of a short text are those of the number, rounded. */
static unsigned long long word_of_number(unsigned long long word, double x, int places, int point,
                                         int length) {
	unsigned long long number = 0;
	double scaled = x * powers_of_ten[places];
	for (int j = 0; j < length; j++)
		if (j != point)
			number = number * 10 + (unsigned long long)(CHARACTER(word, j) - '0');
	__mc_assume(word == 0 || ((double)number >= scaled - 1.5 && (double)number <= scaled + 1.5));
	return word;
}

/* Eight characters from 'at' on, of a text of that length. */
static unsigned long long bounded_word(double x, unsigned long long word, int kind, int precision,
                                       int alternate, int at, int length) {
	int small = small_letter(kind), point, letter;
	find_places(small, precision, alternate, length, &point, &letter);
	for (int j = 0; j < 8; j++) {
		int i = at + j, low = '0', high = '9', other = low, sign = low;
		if (i >= length) {
			low = high = other = sign = 0;
		} else if (small == 'g' || small == 'a') {
			other = '.'; /* and letters and signs */
			low = '+';
			high = 'x';
		} else if (i == point) {
			low = high = other = sign = '.';
		} else if (i == letter) {
			low = high = other = sign = kind;
		} else if (i == letter + 1) {
			low = high = other = '+';
			sign = '-';
		}
		__mc_assume((CHARACTER(word, j) >= low && CHARACTER(word, j) <= high) ||
		            CHARACTER(word, j) == other || CHARACTER(word, j) == sign);
	}
	int places = precision < 0 ? DEFAULT_PRECISION : precision;
	if (small == 'f' && at == 0 && length <= 8 && places < 8)
		word = word_of_number(word, x, places, point, length);
	return word;
}

unsigned long long __model_float_word(double x, int kind, int flags, int precision, int at,
                                      int length) {
	int how = kind + FLAGS * flags;
	return bounded_word(x, __mc_text("text word", x, how, precision, at), kind, precision,
	                    flags & 1, at, length);
}

unsigned long long __model_float_wordl(long double x, int kind, int flags, int precision, int at,
                                       int length) {
	int how = kind + FLAGS * flags;
	return bounded_word((double)x, __mc_textl("text word", x, how, precision, at), kind, precision,
	                    flags & 1, at, length);
}
