/* A value that is written and read. */
static SPEC_VALUE spec_now = SPEC_FIRST;

static SPEC_VALUE spec_read(void) {
	return spec_now;
}

static _Bool spec_write(SPEC_VALUE v) {
	spec_now = v;
	return 1;
}

static SPEC_VALUE spec_exchange(SPEC_VALUE v) {
	SPEC_VALUE before = spec_now;
	spec_now = v;
	return before;
}

static _Bool spec_cas(SPEC_VALUE expected, SPEC_VALUE v) {
	if (spec_now != expected)
		return 0;
	spec_now = v;
	return 1;
}
