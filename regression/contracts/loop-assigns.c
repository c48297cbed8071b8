/* Writes through a pointer lie in what the loop lists, also those of calls. */
#ifdef BUG
#define LAST 4
#else
#define LAST 3
#endif
static void put(int *p, int value) {
	*p = value; /* here */
}

void set(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 4 * sizeof(int)))
__CPROVER_assigns(__CPROVER_object_whole(p))
__CPROVER_ensures(p[3] == __CPROVER_old(p[3]) || p[3] == 7)
{
	for (int i = 0; i < LAST; i++)
		__CPROVER_loop_invariant(0 <= i && i <= LAST)
		__CPROVER_loop_assigns(i, __CPROVER_object_upto(p, 3 * sizeof(int)))
		put(p + i, 7);
}

int main(void) {
	return 0;
}
