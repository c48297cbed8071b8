/* What is not modelled costs nothing until it is reached. */
static double complex_abs(double _Complex z) {
	return __real__(z * z);
}

int main(void) {
	if (OFF)
		return (int)complex_abs(2.0);
	return 0;
}
