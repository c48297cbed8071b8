int main(void)
{
	int x, *p;
	*p = 1; /* violated */
	return x;
}
