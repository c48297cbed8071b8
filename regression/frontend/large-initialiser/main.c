/* Arrays with many elements are filled at once; what is mentioned comes after. */
#include <assert.h>

struct row {
	short cell[40];
	int last;
};

int main(void) {
	int a[300] = {[299] = 3, [7] = 1};
	struct row rows[5] = {[3] = {.last = 9, .cell = {[39] = 4}}};
	char text[100] = "some text";
	assert(a[0] == 0 && a[7] == 1 && a[298] == 0);
	assert(rows[0].last == 0 && rows[3].cell[38] == 0 && rows[3].cell[39] == 4);
	assert(text[8] == 't' && text[9] == 0 && text[99] == 0);
	assert(rows[3].last == 9);
	assert(a[299] == 3 + OFF);
	return 0;
}
