/* Assignment, arguments, results and conditional expressions of struct and union type. */
#include <assert.h>

struct v {
	int a[3];
	char tag;
};

static struct v make(int n) { return (struct v){{n, n + 1, n + 2}, 't'}; }
static struct v changed(struct v x) {
	x.a[1] = 50;
	return x;
}

int main(void) {
	struct v one = make(1), two = make(5), copy = one;
	struct v after = changed(one);
	assert(one.a[1] == 2 && after.a[1] == 50 && after.a[2] == 3 && copy.tag == 't');
	int c = one.a[0] == 1;
	struct v pick = c ? two : one;
	assert(pick.a[0] == 5 && (c ? one : two).a[2] == 3 && make(7).a[1] == 8);
	struct v *p = &two, array[2] = {*p, changed(*p)};
	*p = *&array[1];
	(c ? &one : &two)->tag = 'z';
	assert(one.tag == 'z' && two.a[1] == 50);
	union {
		struct v v;
		int first;
	} u = {.v = make(9)}, w;
	w = u;
	assert(w.first == 9 + OFF);
	return 0;
}
