/* The same contract, assumed: for all is expanded, there is has a witness. */
int position(const int *a, int n, int key)
__CPROVER_requires(0 <= n && n <= 3 && __CPROVER_is_fresh(a, n * sizeof(int)))
__CPROVER_assigns()
__CPROVER_ensures(-1 <= __CPROVER_return_value && __CPROVER_return_value < n)
__CPROVER_ensures(__CPROVER_return_value < 0 ==>
                  __CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] != key })
__CPROVER_ensures(__CPROVER_return_value >= 0 ==>
                  __CPROVER_exists { int i; (0 <= i && i < n) && a[i] == key });

int main(void) {
	int a[3] = {4, 5, 6};
	__CPROVER_assert(position(a, 3, 6) >= 0, "there");
#ifdef BUG
	__CPROVER_assert(position(a, 3, 6) == 2, "where"); /* here */
#endif
	__CPROVER_assert(position(a, 3, 7) < 0, "not there");
	return 0;
}
