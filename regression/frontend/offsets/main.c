/* Layout: packed, aligned, anonymous members, flexible arrays, offsetof with an index. */
#include <assert.h>
#include <stddef.h>

struct __attribute__((packed)) tight {
	char c;
	int i;
	union {
		short s;
		struct {
			char d, e;
		};
	};
};
struct flexible {
	char n;
	short data[];
};
static struct flexible f = {3, {7, 8, 9}};

int main(void) {
	struct tight t = {.e = 1};
	int k = 2;
	assert(sizeof t == 7 && offsetof(struct tight, e) == 6 && t.s == 256);
	t.i = 0x01020304;
	assert(((char *)&t)[1] == 4 && ((char *)&t)[4] == 1);
	assert(offsetof(struct flexible, data) == 2 && offsetof(struct flexible, data[k]) == 6);
	assert(f.data[0] == 7 && f.data[2] == 9 + OFF);
	return 0;
}
