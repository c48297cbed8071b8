int from_header(int x) {
	return x + y;
}
