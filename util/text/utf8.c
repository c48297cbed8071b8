#include "util/text/utf8.h"

#include <string.h>

static bool is_continued(const char *s, size_t n) {
	for (size_t i = 1; i < n; i++)
		if (((unsigned char)s[i] & 0xc0) != 0x80)
			return false;
	return true;
}

size_t utf8_next(const char *s, size_t n, uint32_t *code) {
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned char c = (unsigned char)*s;
	*code = c;
	if (c < 0x80)
		return 1;
	*code = UTF8_BAD;
	size_t length = c < 0xc0 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf8 ? 4 : 0;
	if (!length || length > n || !is_continued(s, length))
		return 1;
	uint32_t value = c & (0x7fU >> length);
	for (size_t i = 1; i < length; i++)
		value = value << 6 | ((unsigned char)s[i] & 0x3f);
	/* too long a form, surrogates, beyond Unicode */
	if (value < least[length] || (value >= 0xd800 && value < 0xe000) || value > 0x10ffff)
		return 1;
	*code = value;
	return length;
}

bool utf8_valid(const char *s, size_t n) {
	for (size_t i = 0; i < n;) {
		uint32_t code;
		size_t length = utf8_next(s + i, n - i, &code);
		if (length == 1 && code == UTF8_BAD)
			return false;
		i += length;
	}
	return true;
}

struct range {
	uint32_t first, last;
};

static bool is_in(const struct range *at, size_t n, uint32_t code) {
	for (size_t i = 0; i < n; i++)
		if (code >= at[i].first && code <= at[i].last)
			return true;
	return false;
}

/* The C library knows this only in a locale that we do not set. */
unsigned utf8_width(uint32_t code) {
	static const struct range none[] = {
	    {0x300, 0x36f}, {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff}};
	static const struct range wide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},  {0x3041, 0xa4cf},
	                                    {0xac00, 0xd7a3},   {0xf900, 0xfaff},  {0xfe30, 0xfe6f},
	                                    {0xff00, 0xff60},   {0xffe0, 0xffe6},  {0x1f300, 0x1f64f},
	                                    {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
	if (code < 0x300)
		return 1;
	if (is_in(none, sizeof none / sizeof *none, code))
		return 0;
	return is_in(wide, sizeof wide / sizeof *wide, code) ? 2 : 1;
}

size_t utf8_fit(const char *text, size_t columns) {
	size_t n = strlen(text), i = 0;
	for (size_t used = 0; i < n;) {
		uint32_t code;
		size_t length = utf8_next(text + i, n - i, &code);
		used += utf8_width(code);
		if (used > columns)
			break;
		i += length;
	}
	return i;
}

size_t utf8_columns(const char *text) {
	size_t n = strlen(text), columns = 0;
	for (size_t i = 0; i < n;) {
		uint32_t code;
		i += utf8_next(text + i, n - i, &code);
		columns += utf8_width(code);
	}
	return columns;
}

static bool is_control(uint32_t code) {
	return (code < 0x20 && code != '\t') || (code >= 0x7f && code < 0xa0);
}

void utf8_print(FILE *out, const char *s, size_t n) {
	for (size_t i = 0; i < n;) {
		uint32_t code;
		size_t length = utf8_next(s + i, n - i, &code);
		if (is_control(code))
			fputc('?', out);
		else if (code == UTF8_BAD)
			fputs("\xef\xbf\xbd", out);
		else
			fwrite(s + i, 1, length, out);
		i += length;
	}
}
