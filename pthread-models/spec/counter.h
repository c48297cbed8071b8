/* A number that is added to. */
static SPEC_VALUE spec_count = SPEC_FIRST;

static SPEC_VALUE spec_get(void) {
	return spec_count;
}

static SPEC_VALUE spec_add(SPEC_VALUE v) {
	return spec_count += v;
}

static SPEC_VALUE spec_subtract(SPEC_VALUE v) {
	return spec_count -= v;
}

static SPEC_VALUE spec_increment(void) {
	return spec_count += 1;
}

static SPEC_VALUE spec_decrement(void) {
	return spec_count -= 1;
}

/* The same, with the value before it as the result. */
static SPEC_VALUE spec_fetch_add(SPEC_VALUE v) {
	spec_count += v;
	return spec_count - v;
}

static SPEC_VALUE spec_fetch_increment(void) {
	return spec_count++;
}

static SPEC_VALUE spec_fetch_decrement(void) {
	return spec_count--;
}

static SPEC_VALUE spec_set(SPEC_VALUE v) {
	return spec_count = v;
}
