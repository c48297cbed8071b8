/* A part of an object. */
#ifdef BUG
#define FIRST 3
#else
#define FIRST 2
#endif
void fill(char *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 8))
__CPROVER_assigns(__CPROVER_object_upto(p, 3))
__CPROVER_ensures(p[7] == __CPROVER_old(p[7]))
{
	p[0] = p[1] = 'a';
	p[FIRST] = 'b'; /* here */
}

int main(void) {
	return 0;
}
