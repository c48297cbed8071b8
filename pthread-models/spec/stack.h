/* Last in, first out.  A stack that is full or empty refuses, and does not change. */
static SPEC_VALUE spec_item[SPEC_ROOM];
static int spec_n;

static _Bool spec_push(SPEC_VALUE v) {
	if (spec_n == SPEC_CAPACITY)
		return 0;
	spec_item[spec_n++] = v;
	return 1;
}

static _Bool spec_top(SPEC_VALUE *v) {
	if (!spec_n)
		return 0;
	*v = spec_item[spec_n - 1];
	return 1;
}

static _Bool spec_pop(SPEC_VALUE *v) {
	if (!spec_top(v))
		return 0;
	spec_item[--spec_n] = 0;
	return 1;
}

static int spec_size(void) {
	return spec_n;
}

static _Bool spec_empty(void) {
	return spec_n == 0;
}

static _Bool spec_full(void) {
	return spec_n == SPEC_CAPACITY;
}
