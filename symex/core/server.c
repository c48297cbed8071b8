#include "symex/core/server.h"

#include <string.h>

#include "symex/config.h"

/* NULL: it is not known. */
static const struct symbol *start_function(const struct symex *x, const struct pmap *created,
                                           uint32_t tid) {
	if (!tid)
		return x->prog->entry;
	const struct created *c = (const struct created *)(uintptr_t)pmap_get(created, tid);
	return c ? c->function : NULL;
}

bool server_is(const struct symex *x, const struct pmap *created, uint32_t tid) {
	const struct symbol *s = start_function(x, created, tid);
	const struct library_check *l = &x->config->library;
	for (size_t i = 0; s && i < l->nservers; i++)
		if (!strcmp(l->server[i], s->display) || !strcmp(l->server[i], s->name))
			return true;
	return false;
}
