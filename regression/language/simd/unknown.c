/* What is not known by name costs nothing until it is reached. */
#include <nmmintrin.h>
int main(void) {
	__m128i a = _mm_setzero_si128();
	if (OFF)
		return _mm_cmpistri(a, a, _SIDD_CMP_EQUAL_ANY);
	return 0;
}
