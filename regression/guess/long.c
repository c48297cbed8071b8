// A function without a body is asked for 31 bytes. That it returns 32 is a guess.
int fetch(char *to, int n);

int main(void) {
	char line[32];
	int n = fetch(line, 31);
	if (CHECK)
		return 1;
	line[n] = 0;
	return 0;
}
