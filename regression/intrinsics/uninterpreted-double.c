/* Doubles are not compared. */
double __CPROVER_uninterpreted_f(double);

int main(void) {
	double x = CALLED ? __CPROVER_uninterpreted_f(1) : 0;
	return x != x && 0;
}
