/* Vectors: operators, casts that keep the bits, shuffles, conversions, initialisers, memory. */
#include <assert.h>
#include <string.h>
typedef int v4si __attribute__((vector_size(16)));
typedef unsigned char v16qu __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));
typedef long long v2di __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef int e4 __attribute__((ext_vector_type(4)));
static const v4si table = {1, 2, 3, 4};
v4si global;
struct s { int n; v4si v; } st = {7, {1, 2}};
static v4si twice(v4si a) { return a + a; }
static int sum(v4si a) { int s = 0; for (int i = 0; i < 4; i++) s += a[i]; return s; }
int main(void) {
	v4si a = {1, 2, 3, 4}, b = table;
	a += b; assert(a[3] == 8);
	a = a * 3 - 1; assert(a[0] == 5 && sum(a) == 5 + 11 + 17 + 23);
	v4si c = a > b * 5; assert(c[0] == 0 && c[1] == -1);
	c = a == a; assert(c[2] == -1);
	v4si r = __builtin_shufflevector(a, b, 3, 2, 5, 0); assert(r[0] == 23 && r[2] == 2);
	v4sf f = __builtin_convertvector(b, v4sf); assert(f[2] == 3.0f);
	f = f / 2; assert(f[2] == 1.5f);
	v4si bits = (v4si)f; assert(bits[3] == 0x40000000);
	v4sf back = (v4sf)bits; assert(back[3] == 2.0f && back[0] == 0.5f);
	v2di w = (v2di)b; assert(w[0] == 0x200000001ll && w[1] == 0x400000003ll);
	v16qu q = (v16qu)w; assert(q[0] == 1 && q[4] == 2 && q[12] == 4 && q[13] == 0);
	q = q << 7; assert(q[0] == 128 && q[4] == 0);
	v8hi h = {32767, -32768, 1}; h = h + 1; assert(h[0] == -32768 && h[1] == -32767 && h[7] == 1);
	global = twice(b); assert(global[1] == 4);
	st.v[2] = 9; assert(st.v[0] == 1 && st.v[2] == 9 && st.n == 7);
	int mem[8] = {1, 2, 3, 4, 5, 6, 7, 8};
	v4si m = *(v4si *)(mem + 4); assert(m[0] == 5 && m[3] == 8);
	*(v4si *)mem = -m; assert(mem[0] == -5 && mem[3] == -8 && mem[4] == 5);
	v4si z; memcpy(&z, mem, sizeof z); assert(z[1] == -6);
	e4 e = (e4)3; assert(e[0] == 3 && e[3] == 3); e = ~e; assert(e[1] == -4);
	e = !e; assert(e[1] == 0);
	int k = 2; v4si sh = b << k; assert(sh[1] == 8); sh >>= 1; assert(sh[1] == 4);
	v4si cond = k ? a : b; assert(cond[0] == 5);
	v2df d = {1.5, -2.5}; d = d * d; assert(d[1] == 6.25);
	long long as = (long long)(typeof(int __attribute__((vector_size(8))))){1, 2}; assert(as == 0x200000001ll);
	v4si *p = &a; (*p)[1] = 77; assert(a[1] == 77);
	assert(a[1] == WANTED);
	a[k + LANE] = 1;
	return 0;
}
