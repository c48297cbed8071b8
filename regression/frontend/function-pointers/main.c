/* Calls through pointers in every spelling, tables, functions returning functions. */
#include <assert.h>

typedef int operation(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static operation *choose(int c) { return c ? add : &sub; }
static int apply(operation f, int a, int b) { return (*f)(a, b) + (**f)(0, 0); }

struct object {
	int state;
	void (*set)(struct object *, int);
};
static void set(struct object *self, int v) { self->state = v; }

int main(void) {
	operation *table[2] = {sub, add};
	assert(table[1](2, 3) == 5 && (*table[0])(2, 3) == -1);
	assert(choose(1)(4, 5) == 9 && apply(choose(0), 9, 4) == 5);
	struct object o = {.set = set};
	o.set(&o, 8);
	assert(choose(0) != choose(1) && choose(1) == add);
	assert(o.state == 8 + OFF);
	return 0;
}
