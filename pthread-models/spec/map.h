/* Keys with a value each, in ascending order, so that equal maps are equal in memory. */
static SPEC_KEY spec_key[SPEC_ROOM];
static SPEC_VALUE spec_value[SPEC_ROOM];
static int spec_n;

static int spec_find(SPEC_KEY k) {
	int i = 0;
	while (i < spec_n && SPEC_LESS(spec_key[i], k))
		i++;
	return i;
}

static _Bool spec_contains(SPEC_KEY k) {
	int i = spec_find(k);
	return i < spec_n && spec_key[i] == k;
}

static _Bool spec_get(SPEC_KEY k, SPEC_VALUE *v) {
	if (!spec_contains(k))
		return 0;
	*v = spec_value[spec_find(k)];
	return 1;
}

/* A key that is there is refused. */
static _Bool spec_insert(SPEC_KEY k, SPEC_VALUE v) {
	int at = spec_find(k);
	if (spec_contains(k) || spec_n == SPEC_CAPACITY)
		return 0;
	for (int i = spec_n++; i > at; i--) {
		spec_key[i] = spec_key[i - 1];
		spec_value[i] = spec_value[i - 1];
	}
	spec_key[at] = k;
	spec_value[at] = v;
	return 1;
}

/* A key that is there gets the new value. */
static _Bool spec_put(SPEC_KEY k, SPEC_VALUE v) {
	if (!spec_contains(k))
		return spec_insert(k, v);
	spec_value[spec_find(k)] = v;
	return 1;
}

static _Bool spec_take(SPEC_KEY k, SPEC_VALUE *v) {
	if (!spec_get(k, v))
		return 0;
	spec_n--;
	for (int i = spec_find(k); i < spec_n; i++) {
		spec_key[i] = spec_key[i + 1];
		spec_value[i] = spec_value[i + 1];
	}
	spec_key[spec_n] = 0;
	spec_value[spec_n] = 0;
	return 1;
}

static _Bool spec_remove(SPEC_KEY k) {
	SPEC_VALUE v;
	return spec_take(k, &v);
}

static int spec_size(void) {
	return spec_n;
}

static _Bool spec_empty(void) {
	return spec_n == 0;
}
