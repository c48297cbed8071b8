/* An array too large to be looked at element by element, accessed at an input with one size and then with another.
 * Each part has an assertion that holds, and with BUG one that does not. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

static uint32_t words[300];
static int cells[3], *table[6000];

#ifdef BUG
#define EXPECT(right, wrong) assert(wrong)
#else
#define EXPECT(right, wrong) assert(right)
#endif

/* A part of each element. */
static void part_of_element(unsigned i, unsigned k) {
	uint8_t *bytes = (uint8_t *)words;
	words[i] = 0x04030201;
	bytes[4 * k + 2] = 0x77;
	EXPECT(words[i] == (i == k ? 0x04770201 : 0x04030201), words[i] == 0x04030201);
	EXPECT(bytes[4 * i + 3] == 4, bytes[4 * i + 2] == 3);
}

/* Anywhere, so that the elements become bytes. */
static void across_elements(unsigned i, unsigned k) {
	uint16_t half;
	words[i] = 0x04030201;
	words[i + 1] = 0x08070605;
	memcpy(&half, (uint8_t *)words + 4 * i + k % 4 + 1, sizeof half);
	EXPECT(half == (k % 4 + 3) * 256 + k % 4 + 2, half != 0x0504);
}

/* Elements on one path, bytes on the other. */
static void merged(unsigned i, unsigned k) {
	if (k & 1)
		words[i] = 0x01010101;
	else
		memset((uint8_t *)words + k, 2, 4);
	EXPECT(words[i] == 0x01010101 || !(k & 1), words[i] != 0x02020202);
	EXPECT(words[i] == 0x02020202 || k != 4 * i, words[i] == 0 || words[i] == 0x01010101);
}

/* Blocks of a symbolic length at a symbolic place, on one of two paths. */
static void filled(unsigned i, unsigned k) {
	uint8_t *bytes = (uint8_t *)words;
	if (k & 1)
		memset(bytes + i, 5, k);
	EXPECT(bytes[i] == (k & 1 ? 5 : 0) && bytes[i + k] == 0, bytes[100] == 0);
	EXPECT(bytes[30] == (k & 1 && i <= 30 && 30 < i + k ? 5 : 0), bytes[30] == 0);
}

/* Memory that nobody has written but here. */
static void fresh(unsigned i, unsigned k) {
	uint16_t *new = malloc(300 * sizeof *new);
	if (!new)
		return;
	uint8_t first = ((uint8_t *)new)[5];
	new[i] = 0x0a0b;
	((uint8_t *)new)[2 * k] = 1;
	EXPECT(new[i] == (i == k ? 0x0a01 : 0x0a0b), new[i] == 0x0a0b);
	EXPECT(i == 2 || ((uint8_t *)new)[5] == first, ((uint8_t *)new)[5] == first);
	free(new);
}

/* More pointers than are looked at one by one: implicit zeros are among what is read. */
static void pointers(unsigned i, unsigned k) {
	table[i] = &cells[1];
	table[k] = &cells[2];
	int *p = table[i], *q = table[i / 2];
	*p = 7;
	EXPECT(p == &cells[1 + (i == k)] && cells[i == k ? 2 : 1] == 7, cells[1] == 7);
	EXPECT(!q || q == &cells[1] || q == &cells[2], q != &cells[2]);
	EXPECT(q != &cells[2] || k == i / 2 || i == k, q);
}

int main(void) {
	unsigned i = __VERIFIER_nondet_uint() % 200, k = __VERIFIER_nondet_uint() % 200;
	PART(i, k);
}
