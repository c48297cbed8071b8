/* Ten thousand errors with a note each: twenty are printed, and soon. */
#define TEN(x) x x x x x x x x x x
int main(void) {
again:
	TEN(TEN(TEN(TEN(again:;))))
	return 0;
}
