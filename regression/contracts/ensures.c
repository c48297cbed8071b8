/* A promise about the result, and about memory before and after. */
#ifdef BUG
#define STEP 2
#else
#define STEP 1
#endif
int next(int *counter, int most)
__CPROVER_requires(__CPROVER_is_fresh(counter, sizeof(*counter)) && *counter < most)
__CPROVER_assigns(*counter)
__CPROVER_ensures(*counter <= most && __CPROVER_return_value == *counter) /* here */
__CPROVER_ensures(*counter > __CPROVER_old(*counter))
{
	*counter += STEP;
	return *counter;
}

int main(void) {
	return 0;
}
