/* A quantifier in an invariant, and the contract that follows from it. */
#ifdef BUG
#define NEXT 2
#else
#define NEXT 1
#endif
void zero(int *p, int n)
__CPROVER_requires(0 <= n && n <= 4 && __CPROVER_is_fresh(p, 4 * sizeof(int)))
__CPROVER_assigns(__CPROVER_object_whole(p))
__CPROVER_ensures(__CPROVER_forall { int k; (0 <= k && k < n) ==> p[k] == 0 })
{
	for (int i = 0; i < n; i += NEXT)
		__CPROVER_loop_invariant(0 <= i && i <= n + NEXT - 1)
		__CPROVER_loop_invariant(__CPROVER_forall { int k; (0 <= k && k < i) ==> p[k] == 0 }) /* here */
		__CPROVER_loop_assigns(__CPROVER_object_whole(p))
		p[i] = 0;
}

int main(void) {
	return 0;
}
