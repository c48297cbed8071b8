int main(int argc, char **argv)
{
	return argc > 0 ? argv[1][0] : 0; /* violated */
}
