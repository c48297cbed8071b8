/* For all: one arbitrary element is tried; there is: each of them. */
#ifdef BUG
#define FIRST 1
#else
#define FIRST 0
#endif
int position(const int *a, int n, int key)
__CPROVER_requires(0 <= n && n <= 3 && __CPROVER_is_fresh(a, 3 * sizeof(int)))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value < 0 ==> /* here */
                  __CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] != key })
__CPROVER_ensures(__CPROVER_return_value >= 0 ==>
                  __CPROVER_exists { int i; (0 <= i && i < n) && a[i] == key })
{
	for (int i = FIRST; i < n; i++)
		if (a[i] == key)
			return i;
	return -1;
}

int main(void) {
	return 0;
}
