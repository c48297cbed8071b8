/* Intrinsics of NEON, against what they mean lane by lane, for all values of the lanes. */
#include <arm_neon.h>
void __VERIFIER_assert(int);
#define CHECK(x) __VERIFIER_assert(x)
int nondet_int(void);
typedef unsigned char u8; typedef unsigned short u16; typedef signed char s8;
static int clamp(int x, int lo, int hi) { return x < lo ? lo : x > hi ? hi : x; }
int main(void) {
	u8 a[16], b[16], r[16];
	for (int i = 0; i < 16; i++) { a[i] = (u8)nondet_int(); b[i] = (u8)nondet_int(); }
	uint8x16_t x = vld1q_u8(a), y = vld1q_u8(b);
#define R(e) vst1q_u8(r, e)
	R(vaddq_u8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (u8)(a[i] + b[i]));
	R(vqaddq_u8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == clamp(a[i] + b[i], 0, TOP));
	R(vreinterpretq_u8_s8(vqsubq_s8(vreinterpretq_s8_u8(x), vreinterpretq_s8_u8(y))));
	for (int i = 0; i < 16; i++) CHECK((s8)r[i] == clamp((s8)a[i] - (s8)b[i], -128, 127));
	R(vceqq_u8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (a[i] == b[i] ? 255 : 0));
	R(vcgtq_u8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (a[i] > b[i] ? 255 : 0));
	R(vminq_u8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (a[i] < b[i] ? a[i] : b[i]));
	R(vmaxq_u8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (a[i] > b[i] ? a[i] : b[i]));
	R(vrhaddq_u8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (a[i] + b[i] + 1) / 2);
	R(vhaddq_u8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (a[i] + b[i]) / 2);
	R(vabdq_u8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]));
	R(vshrq_n_u8(x, 3));
	for (int i = 0; i < 16; i++) CHECK(r[i] == a[i] >> 3);
	R(vshlq_n_u8(x, 2));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (u8)(a[i] << 2));
	R(vextq_u8(x, y, 5));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (i < 11 ? a[i + 5] : b[i - 11]));
	R(vbslq_u8(x, y, vdupq_n_u8(9)));
	for (int i = 0; i < 16; i++) CHECK(r[i] == ((a[i] & b[i]) | (~a[i] & 9)));
	R(vqtbl1q_u8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (b[i] < 16 ? a[b[i]] : 0));
	R(vtstq_u8(x, y));
	for (int i = 0; i < 16; i++) CHECK(r[i] == (a[i] & b[i] ? 255 : 0));
	R(vrev64q_u8(x));
	for (int i = 0; i < 8; i++) CHECK(r[i] == a[7 - i]);
	R(vzip1q_u8(x, y));
	for (int i = 0; i < 8; i++) CHECK(r[2 * i] == a[i] && r[2 * i + 1] == b[i]);
	
	int sum = 0;
	for (int i = 0; i < 16; i++) { sum += a[i]; }
	CHECK(vmaxvq_u8(vandq_u8(x, vdupq_n_u8(1))) <= 1);
	CHECK(vmaxvq_u8(vsetq_lane_u8(255, x, 7)) == 255);
	CHECK(vaddvq_u8(x) == (u8)sum);
	CHECK(vaddlvq_u8(x) == sum);
	CHECK(vgetq_lane_u8(x, 3) == a[3]);
	R(vsetq_lane_u8(7, x, 4));
	CHECK(r[4] == 7 && r[5] == a[5]);
	uint16x8_t w = vmovl_u8(vget_low_u8(x));
	CHECK(vgetq_lane_u16(w, 7) == a[7]);
	u8 c[8] = {3, 200, 255, 0, 17};
	uint16x8_t p = vmull_u8(vget_low_u8(x), vld1_u8(c));
	CHECK(vgetq_lane_u16(p, 2) == a[2] * c[2]);
	uint8x8_t nr = vshrn_n_u16(p, 4);
	CHECK(vget_lane_u8(nr, 2) == (u8)(a[2] * c[2] >> 4));
	uint8x8_t qn = vqmovn_u16(p);
	CHECK(vget_lane_u8(qn, 1) == clamp(a[1] * c[1], 0, 255));
	CHECK(vget_lane_u8(vmovn_u16(p), 1) == (u8)(a[1] * c[1]));
	uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(vceqq_u8(x, y)), 4)), 0);
	CHECK((mask & 15) == (a[0] == b[0] ? 15 : 0));
	int32x4_t k = vld1q_s32(((int[]){1, -2, 3, -4}));
	CHECK(vgetq_lane_s32(vabsq_s32(k), 3) == 4);
	CHECK(vaddvq_s32(vmulq_s32(k, k)) == 30);
	CHECK(vgetq_lane_s32(vdupq_lane_s32(vget_low_s32(k), 1), 3) == -2);
	float32x4_t f = vdupq_n_f32(1.5f);
	f = vmlaq_f32(f, f, f);
	CHECK(vgetq_lane_f32(f, 2) == 3.75f);
	CHECK(vgetq_lane_f32(vcvtq_f32_s32(k), 1) == -2);
	float out[4];
	vst1q_f32(out, vsubq_f32(f, vdupq_n_f32(.75f)));
	CHECK(out[3] == 3);
	CHECK(vgetq_lane_u8(vcntq_u8(x), 0) == __builtin_popcount(a[0]));
	return 0;
}
