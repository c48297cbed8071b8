/* An argument of main is memory without a name, too. */
int main(int argc, char **argv) {
	return argc > 1 ? argv[1][INDEX] : 0;
}
