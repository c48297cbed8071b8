/* Intrinsics of SSE2, SSSE3 and SSE4.1, against what they mean lane by lane, for all values of the lanes. */
#include <emmintrin.h>
#include <tmmintrin.h>
#include <smmintrin.h>
void __VERIFIER_assert(int);
#define CHECK(x) __VERIFIER_assert(x)
int nondet_int(void);
typedef unsigned char u8; typedef unsigned short u16;
static int clamp(int x, int lo, int hi) { return x < lo ? lo : x > hi ? hi : x; }
int main(void) {
	unsigned char a[16], b[16], r[16]; short *sa = (short *)a, *sb = (short *)b, *sr = (short *)r;
	int *ir = (int *)r, *ia = (int *)a, *ib = (int *)b;
	for (int i = 0; i < 16; i++) { a[i] = (u8)nondet_int(); b[i] = (u8)nondet_int(); }
	__m128i x = _mm_loadu_si128((const __m128i *)a), y = _mm_loadu_si128((const __m128i *)b);
#define R(e) _mm_storeu_si128((__m128i *)r, e)
	R(_mm_add_epi8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (u8)(a[i] + b[i]));
	R(_mm_adds_epu8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == clamp(a[i] + b[i], 0, TOP));
	R(_mm_subs_epi16(x, y));
	for (int i = 0; i < 8; i++) CHECK(sr[i] == clamp(sa[i] - sb[i], -32768, 32767));
	R(_mm_cmpeq_epi8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (a[i] == b[i] ? 255 : 0));
	R(_mm_cmpgt_epi16(x, y));
	for (int i = 0; i < 8; i++) CHECK(sr[i] == (sa[i] > sb[i] ? -1 : 0));
	R(_mm_min_epu8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (a[i] < b[i] ? a[i] : b[i]));
	R(_mm_max_epi16(x, y));
	for (int i = 0; i < 8; i++) CHECK(sr[i] == (sa[i] > sb[i] ? sa[i] : sb[i]));
	R(_mm_avg_epu8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (a[i] + b[i] + 1) / 2);
	int m = _mm_movemask_epi8(x);
	for (int i = 0; i < 16; i++) CHECK((m >> i & 1) == a[i] >> 7);
	CHECK(m >> 16 == 0);
	R(_mm_packs_epi16(x, y));
	for (int i = 0; i < 8; i++) { CHECK((signed char)r[i] == clamp(sa[i], -128, 127));
	CHECK((signed char)r[8 + i] == clamp(sb[i], -128, 127)); }
	R(_mm_packus_epi16(x, y));
	for (int i = 0; i < 8; i++) CHECK(r[i] == clamp(sa[i], 0, 255));
	R(_mm_packs_epi32(x, y));
	for (int i = 0; i < 4; i++) CHECK(sr[4 + i] == clamp(ib[i], -32768, 32767));
	R(_mm_unpacklo_epi8(x, y));
	for (int i = 0; i < 8; i++) CHECK(r[2 * i] == a[i] && r[2 * i + 1] == b[i]);
	R(_mm_slli_epi16(x, 3));
	for (int i = 0; i < 8; i++) CHECK((u16)sr[i] == (u16)((u16)sa[i] << 3));
	R(_mm_srai_epi32(x, 40));
	for (int i = 0; i < 4; i++) CHECK(ir[i] == (ia[i] < 0 ? -1 : 0));
	R(_mm_srli_epi32(x, 32));
	for (int i = 0; i < 4; i++) CHECK(ir[i] == 0);
	R(_mm_sll_epi32(x, _mm_cvtsi32_si128(4)));
	for (int i = 0; i < 4; i++) CHECK((unsigned)ir[i] == (unsigned)ia[i] << 4);
	R(_mm_slli_si128(x, 3));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (i < 3 ? 0 : a[i - 3]));
	R(_mm_srli_si128(x, 5));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (i > 10 ? 0 : a[i + 5]));
	R(_mm_shuffle_epi32(x, _MM_SHUFFLE(0, 3, 1, 2)));
	CHECK(ir[0] == ia[2] && ir[1] == ia[1] && ir[2] == ia[3] && ir[3] == ia[0]);
	R(_mm_shufflelo_epi16(x, _MM_SHUFFLE(3, 3, 0, 1)));
	CHECK(sr[0] == sa[1] && sr[1] == sa[0] && sr[3] == sa[3] && sr[5] == sa[5]);
	R(_mm_shufflehi_epi16(x, _MM_SHUFFLE(0, 1, 2, 3)));
	CHECK(sr[0] == sa[0] && sr[4] == sa[7] && sr[7] == sa[4]);
	R(_mm_shuffle_epi8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (b[i] & 128 ? 0 : a[b[i] & 15]));
	R(_mm_alignr_epi8(x, y, 5));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (i < 11 ? b[i + 5] : a[i - 11]));
	R(_mm_sad_epu8(x, y)); { int s = 0;
	for (int i = 0; i < 8; i++) s += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
	CHECK(ir[0] == s && ir[1] == 0); }
	R(_mm_set1_epi16(7));
	CHECK(sr[5] == 7);
	R(_mm_setr_epi32(1, 2, 3, 4));
	CHECK(ir[3] == 4);
	R(_mm_and_si128(x, y));
	CHECK(ir[1] == (ia[1] & ib[1]));
	R(_mm_andnot_si128(x, y));
	CHECK(ir[2] == (~ia[2] & ib[2]));
	CHECK(_mm_extract_epi16(x, 3) == (u16)sa[3]);
	R(_mm_insert_epi16(x, 99, 2));
	CHECK(sr[2] == 99 && sr[3] == sa[3]);
	CHECK(_mm_cvtsi128_si32(x) == ia[0]);
	R(_mm_blendv_epi8(x, y, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (b[i] & 128 ? b[i] : a[i]));
	CHECK(_mm_testz_si128(x, x) == (ia[0] == 0 && ia[1] == 0 && ia[2] == 0 && ia[3] == 0));
	R(_mm_abs_epi16(x));
	CHECK(sr[1] == (short)(sa[1] < 0 ? -sa[1] : sa[1]));
	R(_mm_hadd_epi32(x, y));
	CHECK((unsigned)ir[0] == (unsigned)ia[0] + (unsigned)ia[1] && (unsigned)ir[3] == (unsigned)ib[2] + (unsigned)ib[3]);
	R(_mm_sign_epi8(x, y));
	CHECK(r[4] == (u8)((signed char)b[4] < 0 ? -a[4] : b[4] ? a[4] : 0));
	R(_mm_cvtepu8_epi16(x));
	CHECK(sr[7] == a[7]);
	R(_mm_min_epi32(x, y));
	CHECK(ir[2] == (ia[2] < ib[2] ? ia[2] : ib[2]));
	float f[4] = {1.5f, -2.5f, 3e9f, 0}, g[4];
	__m128 v = _mm_loadu_ps(f), w = _mm_set_ps(4, 3, -2.5f, 2);
	_mm_storeu_ps(g, _mm_add_ps(v, w));
	CHECK(g[0] == 3.5f && g[1] == -5 && g[3] == 4);
	_mm_storeu_ps(g, _mm_mul_ps(v, _mm_set1_ps(2)));
	CHECK(g[1] == -5);
	_mm_storeu_ps(g, _mm_max_ps(v, w));
	CHECK(g[0] == 2 && g[2] == 3e9f);
	CHECK(_mm_movemask_ps(_mm_cmplt_ps(v, w)) == 9);
	CHECK(_mm_movemask_ps(_mm_cmpneq_ps(v, w)) == 13);
	R(_mm_cvttps_epi32(v));
	CHECK(ir[0] == 1 && ir[1] == -2 && ir[2] == (int)0x80000000 && ir[3] == 0);
	R(_mm_cvtps_epi32(v));
	CHECK(ir[0] == 2 && ir[1] == -2);
	_mm_storeu_ps(g, _mm_shuffle_ps(v, w, _MM_SHUFFLE(3, 0, 1, 0)));
	CHECK(g[0] == 1.5f && g[1] == -2.5f && g[2] == 2 && g[3] == 4);
	_mm_storeu_ps(g, _mm_sqrt_ps(_mm_set1_ps(9)));
	CHECK(g[2] == 3);
	CHECK(_mm_comilt_ss(v, w));
	CHECK(_mm_cvtss_f32(v) == 1.5f);
	_mm_storeu_ps(g, _mm_cvtepi32_ps(_mm_setr_epi32(1, -2, 3, 4)));
	CHECK(g[1] == -2);
	double d[2];
	_mm_storeu_pd(d, _mm_div_pd(_mm_set_pd(1, 9), _mm_set1_pd(2)));
	CHECK(d[0] == 4.5 && d[1] == .5);
	CHECK(_mm_cvttsd_si32(_mm_set_sd(-7.9)) == -7);
	_mm_storeu_ps(g, _mm_xor_ps(v, _mm_set1_ps(-0.0f)));
	CHECK(g[0] == -1.5f);
	_mm_storeu_pd(d, _mm_sqrt_sd(_mm_set_pd(5, 6), _mm_set_sd(16)));
	CHECK(d[0] == 4 && d[1] == 5);
	_mm_storeu_ps(g, _mm_hadd_ps(v, w));
	CHECK(g[0] == -1 && g[2] == -.5f);
	_mm_storeu_ps(g, _mm_round_ps(v, _MM_FROUND_FLOOR));
	CHECK(g[1] == -3);
	return 0;
}
