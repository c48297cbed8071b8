/* What is not modelled costs nothing until it is reached. */
static float rounded(__bf16 x) {
	return (float)(x + x);
}

int main(void) {
	if (OFF)
		return (int)rounded((__bf16)2.0f);
	return 0;
}
