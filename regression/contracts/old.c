/* __CPROVER_old is the value when the function was called. */
void swap(int *a, int *b)
__CPROVER_requires(__CPROVER_is_fresh(a, sizeof(*a)) && __CPROVER_is_fresh(b, sizeof(*b)))
__CPROVER_assigns(*a, *b)
__CPROVER_ensures(*a == __CPROVER_old(*b))
__CPROVER_ensures(*b == __CPROVER_old(*a)) /* here */
{
	int t = *a;
	*a = *b;
#ifdef BUG
	t = *a;
#endif
	*b = t;
}

int main(void) {
	return 0;
}
