int main(void)
{
	int (*f)(int) = 0;
	return f(5); /* violated */
}
