/* Characters in the C locale.  Results are glibc's: the bit of the class, not merely non-zero.
 * An argument must be EOF or an unsigned char; glibc allows down to -128, and so does this. */
#include "../../mc.h"

static void need_char(int c) {
	__mc_assert(c >= -128 && c <= 255, "bounds", "a character is out of range for its class table");
}

int isupper(int c) {
	need_char(c);
	return c >= 'A' && c <= 'Z' ? 0x100 : 0;
}

int islower(int c) {
	need_char(c);
	return c >= 'a' && c <= 'z' ? 0x200 : 0;
}

int isalpha(int c) {
	need_char(c);
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ? 0x400 : 0;
}

int isdigit(int c) {
	need_char(c);
	return c >= '0' && c <= '9' ? 0x800 : 0;
}

int isxdigit(int c) {
	need_char(c);
	int yes = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
	return yes ? 0x1000 : 0;
}

int isspace(int c) {
	need_char(c);
	return c == ' ' || (c >= '\t' && c <= '\r') ? 0x2000 : 0;
}

int isprint(int c) {
	need_char(c);
	return c >= ' ' && c <= '~' ? 0x4000 : 0;
}

int isgraph(int c) {
	need_char(c);
	return c > ' ' && c <= '~' ? 0x8000 : 0;
}

int isblank(int c) {
	need_char(c);
	return c == ' ' || c == '\t' ? 0x1 : 0;
}

int iscntrl(int c) {
	need_char(c);
	return (c >= 0 && c < ' ') || c == 127 ? 0x2 : 0;
}

int isalnum(int c) {
	need_char(c);
	int yes = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
	return yes ? 0x8 : 0;
}

int ispunct(int c) {
	return isgraph(c) && !isalnum(c) ? 0x4 : 0;
}

int isascii(int c) {
	return (c & ~0x7f) == 0;
}

int toascii(int c) {
	return c & 0x7f;
}

/* Outside of the table glibc returns the argument; below EOF the table wraps to the byte. */
int tolower(int c) {
	if (c >= 'A' && c <= 'Z')
		return c + ('a' - 'A');
	return c >= -128 && c < -1 ? c + 256 : c;
}

int toupper(int c) {
	if (c >= 'a' && c <= 'z')
		return c - ('a' - 'A');
	return c >= -128 && c < -1 ? c + 256 : c;
}
