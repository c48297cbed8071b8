/* A pointer to a local whose block was left is invalid. */
int main(void) {
	int *p, outer = 1;
	{
		int inner = 2;
		p = OFF ? &inner : &outer;
	}
	return *p;
}
