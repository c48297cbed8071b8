/* The compiler library never comes back from this; the time limit holds all the same. */
#pragma clang __debug overflow_stack
int main(void) {
	return 0;
}
