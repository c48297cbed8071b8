/* Too long to run, but the exit says where it ends. */
void __VERIFIER_error(void);

int main(void)
{
	unsigned x = 0;
	while (x < 1000000000)
		x++;
	if (x != 1000000000)
		__VERIFIER_error(); /* violated in the unsafe twin */
}
