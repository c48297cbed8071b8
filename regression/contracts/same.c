/* Two pointers that may be the same, or not: both cases are tried. */
#ifdef BUG
#define WANTED 1
#else
#define WANTED 2
#endif
void set(int *p, int *q)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p)))
__CPROVER_requires(q == p || __CPROVER_is_fresh(q, sizeof(*q)))
__CPROVER_assigns(*p, *q)
__CPROVER_ensures(*q == 2)
__CPROVER_ensures(p == q ==> *p == WANTED)
{
	*p = 1;
	*q = 2;
}

int main(void) {
	return 0;
}
