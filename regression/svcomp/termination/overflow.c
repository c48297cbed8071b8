/* Doubling ends in 0 and stays there, but only after an overflow; without a sign that is defined. */
int main(void) {
	TYPE z = 1;
	while (z < 2000000000)
		z = 2 * z * (z < 0 ? 0 : 1);
	for (z = 1; z != 7;)
		z = 2 * z;
	return 0;
}
