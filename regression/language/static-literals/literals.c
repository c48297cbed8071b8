/* Compound literals in static initialisers: of value, and by their address. */
#include <assert.h>
struct s {
	int a, b;
	const char *n;
	int t[2];
	struct s *next;
};
static struct s x = (struct s){1, 2, "ab", {3, 4}, &(struct s){5, 6, .t = {7}}};
static struct s y[2] = {(struct s){1}, {2, 3, .next = (struct s[]){{8}, {9}}}};
static const int k = (int){4};
static int *p = (int[]){1, 2, 3}, *q = &((struct s){.t = {1, 2}}).t[1], **r = &p;
int main(void) {
	static struct s z = (struct s){.b = 9};
	assert(x.b == 2 && x.n[1] == 'b' && x.t[1] == 4 && x.next->b == 6 && x.next->t[0] == 7 &&
	       x.next->next == 0);
	assert(y[0].a == 1 && y[1].next[1].a == 9);
	assert(k == 4 && p[2] == 3 && *q == 2 && (*r)[1] == 2 && z.b == WANTED && z.a == 0);
	x.next->b = 1;
	return 0;
}
