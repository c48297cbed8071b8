/* A parameter that is declared as an array is a pointer, also of variable length. */
#ifdef BUG
#define FIRST 1
#else
#define FIRST 0
#endif
int a[3];

void clear(const int n, int v[n])
__CPROVER_requires(n == 3 && __CPROVER_is_fresh(v, n * sizeof(*v)))
__CPROVER_assigns(__CPROVER_object_whole(v))
__CPROVER_ensures(v[0] == 0)
{
	for (int i = FIRST; i < n; i++)
		v[i] = 0;
}

int main(void) {
	a[0] = 4;
	clear(3, a);
	__CPROVER_assert(a[0] == 0, "cleared");
	return 0;
}
