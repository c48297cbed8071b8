/* Escapes, embedded zeros, concatenation, wide characters, __func__. */
#include <assert.h>
#include <stddef.h>

static const char *where(void) { return __func__; }

int main(void) {
	const char s[] = "a\0b\x41\101\377\"" "joined";
	assert(sizeof s == 14 && s[1] == 0 && s[3] == 'A' && s[4] == 'A' && s[5] == (char)255);
	assert(s[6] == '"' && s[7] == 'j' && s[13] == 0);
	const wchar_t w[] = L"x\u00e9\U0001F600";
	assert(sizeof w / sizeof *w == 4 && w[1] == 0xe9 && w[2] == 0x1F600);
	unsigned short u16[] = u"\U0001F600";
	assert(sizeof u16 == 6 && u16[0] == 0xd83d && u16[1] == 0xde00);
	assert("abc"[1] == 'b' && 2["abc"] == 'c' && *"" == 0);
	assert(where()[0] == 'w' && sizeof(__func__) == 5);
	assert('\e' == 27);
	char exact[3] = "xyz";
	assert(exact[2] == 'z' + OFF);
	return 0;
}
