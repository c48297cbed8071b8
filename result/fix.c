#include "result/fix.h"

void fixes_free(struct fixes *f) {
	for (size_t i = 0; i < f->fix.n; i++)
		vec_free(&f->fix.at[i].edit);
	vec_free(&f->fix);
}
