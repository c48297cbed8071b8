int v = 4;

int f(void)
{
	return 2;
}

int g(void)
{
	return f();
}
