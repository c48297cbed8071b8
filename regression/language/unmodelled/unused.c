int mystery(int *);

int main(void)
{
	return 0 ? mystery(0) : 0;
}
