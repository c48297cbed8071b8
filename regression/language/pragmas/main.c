/* What nobody reads is said, where it is a part of the program. */
#include <assert.h>

#include "hidden.h"

/* #pragma omp parallel */
const char *text = "\
#pragma omp parallel";

int sum;

#if 0
#pragma omp declare simd
#endif

ATTR(unused) static void other(void) {
#pragma omp parallel for
	for (int i = 0; i < 3; i++)
		sum++;
}

#if CASE == 2
struct ATTR(BIG) pair {
	int a;
};
#endif

#pragma pack(push, 1)
struct small {
	char c;
	int i;
} ATTR(unused);
#pragma pack(pop)

#pragma GCC diagnostic push
int main(void) {
	MAYBE
#if CASE == 1
	PARALLEL
#elif CASE == 3
	other();
#elif CASE == 4
#pragma frobnicate twice
#elif CASE == 5
	[[gnu::unheard_of]]
#elif CASE == 6
#pragma STDC FP_CONTRACT ON
#elif CASE == 7
#pragma STDC FP_CONTRACT OFF
#endif
	for (int i = 0; i < 3; i++)
		sum++;
	assert(sum > WANT && sizeof(struct small) == 5);
	return 0;
}
