/* An object that the function knows by its own name is not a fresh one for it. */
int level, other;

void raise(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p)))
__CPROVER_assigns(*p)
__CPROVER_ensures(*p == level + 1)
{
	*p = level + 1;
}

int main(void) {
#ifdef BUG
	raise(&level); /* here */
#else
	raise(&other);
#endif
	return 0;
}
