#include <assert.h>

struct point {
	int x, y;
};

static int grid[2][3] = {[1] = {[2] = 5}, [0][1] = 4};
static struct point line[] = {[2] = {.y = 7}, {1, 2}, [0].x = 3};
static const char *word[] = {"one", [3] = "four"};
static int later;
static int *place = &line[3].y, *other = &later + 0;

int main(void)
{
	int local[4] = {1, 2};
	struct point p = {.y = 1}, *q = &(struct point){8, 9};
	assert(grid[1][2] == 5 && grid[0][1] == 4 && grid[0][0] == 0);
	assert(sizeof line / sizeof *line == 4 && line[2].y == 7 && line[3].y == 2 && line[0].x == 3);
	assert(word[3][1] == 'o' && word[1] == 0 && *place == 2 && other == &later);
	assert(local[1] == 2 && local[3] == 0 && p.x == 0 && q->y == 9);
}
