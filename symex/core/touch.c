#include "symex/core/touch.h"

static bool is_private(const struct object *o) {
	return (o->symbol && !o->symbol->is_shared) || o->kind == OBJECT_FUNCTION;
}

void touch_add(struct symex *x, uint32_t object, uint32_t from, uint32_t to, bool is_write) {
	if (!object || is_private(&x->object.at[object]))
		return;
	enum touch_use use = is_write ? TOUCH_WRITE : TOUCH_READ;
	if (x->tree->adds)
		use = TOUCH_ADD;
	struct touch t = {object, from, to, use};
	/* The same pieces are touched again and again. */
	for (size_t i = x->tree->touched.n; i-- > x->tree->first_touch;) {
		struct touch *old = &x->tree->touched.at[i];
		if (old->object == object && old->from <= from && to <= old->to &&
		    (old->use == use || old->use == TOUCH_WRITE))
			return;
	}
	vec_push(&x->tree->touched, t);
}

void touch_at(struct symex *x, uint32_t object, term offset, uint32_t bytes, bool is_write) {
	uint64_t at;
	if (term_get_u64(x->ts, offset, &at) && at + bytes < UINT32_MAX)
		touch_add(x, object, (uint32_t)at, (uint32_t)at + bytes, is_write);
	else
		touch_add(x, object, 0, UINT32_MAX, is_write);
}
