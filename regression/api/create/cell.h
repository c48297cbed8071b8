#include <stdbool.h>

struct cell;
struct cell *cell_new(int room);
bool cell_set(struct cell *c, int value);
void cell_free(struct cell *c);
