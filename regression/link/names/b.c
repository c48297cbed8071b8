int real_name(void) {
	return 8;
}
int overridden(void) {
	return 10;
}
int weak_value = 30;
