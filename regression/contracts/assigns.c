/* What a function writes stands in its clause. */
int count, errors;

void note(int failed)
__CPROVER_requires(count < 1000 && errors < 1000)
#ifdef BUG
__CPROVER_assigns(count)
#else
__CPROVER_assigns(count; failed != 0: errors)
#endif
{
	int own = 1;
	count += own;
	if (failed)
		errors++; /* here */
}

int main(void) {
	return 0;
}
