/* Layouts that gcc and clang give in another way. */
#include <assert.h>

#define BYTES 1
#if CASE == 1
#pragma pack(BYTES)
#elif CASE == 2
%:pragma ms_struct on
#elif CASE == 3
#pragma pack(1)
#endif

struct pair {
	char c;
#if CASE == 4
#pragma pack(1)
#endif
	int i;
};

int main(void) {
	assert(sizeof(struct pair) == WANT);
	return 0;
}
