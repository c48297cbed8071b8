/* No header: malloc is 'int malloc()', which works where int and pointers have one size. */
int main(void) {
	int *p = malloc(sizeof(int));
	*p = 3;
#ifdef BUG
	p[1] = 4;
#endif
	free(p);
	return 0;
}
