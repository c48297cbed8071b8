/* Makes the compiler library end by a signal: no verdict, one line, not our bug. */
#pragma clang __debug parser_crash
int main(void) {
	return 0;
}
