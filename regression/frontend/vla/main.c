/* Variable-length arrays: bounds are fixed where they are declared, in parameters and typedefs too. */
#include <assert.h>

static int at(int n, int m, int a[n][m], int i, int j) {
	return a[i][j];
}

int main(void) {
	int n = 3, m = 4, sum = 0;
	int a[n][m];
	typedef short row[n];
	n = 7;
	assert(sizeof a == 3 * 4 * sizeof(int) && sizeof a[0] == 16 && sizeof(row) == 6);
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < m; j++)
			a[i][j] = 10 * i + j;
	int (*p)[m] = a;
	p++;
	assert((*p)[2] == 12 && p[1][3] == 23 && p - a == 1);
	assert(sizeof(char[n]) == 7);
	for (int k = 1; k < 4; k++) {
		char buf[k];
		buf[k - 1] = (char)k;
		sum += (int)sizeof buf + buf[k - 1];
	}
	assert(sum == 12);
	row r;
	r[2] = 5;
	assert(r[2] == 5);
	assert(at(3, m, a, 2, 1) == 21 + OFF);
	return 0;
}
