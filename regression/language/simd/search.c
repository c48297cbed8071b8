/* The usual use: sixteen bytes at a time, and the rest one by one. */
#include <assert.h>
#include <emmintrin.h>
#include <stddef.h>
static const char *find(const char *s, size_t n, char wanted) {
	size_t i = 0;
	__m128i all = _mm_set1_epi8(wanted);
	for (; i + 16 LIMIT n; i += 16) {
		__m128i block = _mm_loadu_si128((const __m128i *)(s + i));
		int found = _mm_movemask_epi8(_mm_cmpeq_epi8(block, all));
		if (found)
			return s + i + __builtin_ctz((unsigned)found);
	}
	for (; i < n; i++)
		if (s[i] == wanted)
			return s + i;
	return NULL;
}
int main(void) {
	char text[19] = "0123456789abcdefxx";
	char wanted = text[17];
	for (size_t n = 0; n <= 19; n++) {
		const char *at = find(text, n, wanted);
		assert(n < 17 ? !at : at == text + 16);
	}
	return 0;
}
