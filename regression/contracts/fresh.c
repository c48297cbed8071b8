/* Objects that have to be apart from one another, and large enough. */
void copy(char *to, const char *from, unsigned n)
__CPROVER_requires(n <= 8 && __CPROVER_is_fresh(to, n) && __CPROVER_is_fresh(from, n))
__CPROVER_assigns(__CPROVER_object_upto(to, n))
__CPROVER_ensures(__CPROVER_forall { unsigned i; i >= 0 && i < n ==> to[i] == from[i] })
{
	for (unsigned i = 0; i < n; i++)
		to[i] = from[i];
}

static char a[4], b[4];

int main(void) {
	b[3] = 7;
#ifdef BUG
	copy(b, b + 1, 3); /* here */
#else
	copy(a, b, 4);
	__CPROVER_assert(a[3] == 7, "copied");
#endif
	return 0;
}
