/* Designators, ranges, brace elision, overriding, strings, nested and anonymous members. */
#include <assert.h>

struct point {
	int x, y;
};
struct shape {
	char name[4];
	struct point at[3];
	union {
		long l;
		char c[8];
	};
	struct {
		int deep;
	};
};

static int grid[3][2] = {1, 2, [2] = {5}, [1][1] = 4};
static int ranged[6] = {[1 ... 3] = 7, 8, [0] = 1};
static struct shape global = {"abcd", {{1}, 2, 3}, .deep = 6, .c = "xy"};
static struct point override = {.x = 1, .y = 2, .x = 3};
static const char *const names[] = {[2] = "two", "three", [0] = "zero"};
static struct point pair[] = {[1].y = 4, [0] = {.y = 2}, [1].x = 3};

int main(void) {
	assert(grid[0][0] == 1 && grid[0][1] == 2 && grid[1][0] == 0 && grid[1][1] == 4);
	assert(grid[2][0] == 5 && grid[2][1] == 0);
	assert(ranged[0] == 1 && ranged[1] == 7 && ranged[3] == 7 && ranged[4] == 8 && ranged[5] == 0);
	assert(global.name[3] == 'd' && global.at[0].x == 1 && global.at[0].y == 0);
	assert(global.at[1].x == 2 && global.at[1].y == 3 && global.deep == 6);
	assert(global.c[0] == 'x' && global.c[1] == 'y' && global.c[2] == 0);
	assert(override.x == 3 && override.y == 2);
	assert(sizeof names / sizeof *names == 4 && !names[1] && names[3][0] == 't');
	assert(sizeof pair / sizeof *pair == 2 && pair[0].y == 2 && pair[1].x == 3 && pair[1].y == 4);
	int n = 5;
	struct shape local = {.at = {[2] = {n, n + 1}}, .name = "q"};
	struct point copy[2] = {local.at[2], {.y = local.at[2].x}};
	assert(local.name[0] == 'q' && local.name[1] == 0 && local.at[0].x == 0 && local.l == 0);
	assert(copy[0].x == 5 && copy[0].y == 6 && copy[1].x == 0);
	char text[] = "tail", wide[9] = {'a', 'b'};
	assert(sizeof text == 5 && wide[1] == 'b' && wide[2] == 0 && wide[8] == 0);
	assert(copy[1].y == 5 + OFF);
	return 0;
}
