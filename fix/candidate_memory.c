/* Variables without a value, and memory that nobody frees. */
#include <string.h>

#include "fix/candidate_sync.h"
#include "fix/sync.h"

/* --- A variable without a value. --- */

static uint32_t variable_named(const struct places *p, uint32_t statement, const char *name) {
	for (uint32_t i = statement; name && i < p->node.at[statement].next; i++)
		if (p->node.at[i].kind == NODE_VARIABLE && p->node.at[i].name &&
		    !strcmp(p->node.at[i].name, name))
			return i;
	return NO_NODE;
}

static const char *zero_of(const char *type) {
	size_t n = type ? strlen(type) : 0;
	if (!n || strchr(type, '(') || strchr(type, '['))
		return NULL;
	if (type[n - 1] == '*')
		return "NULL";
	bool is_record = !strncmp(type, "struct ", 7) || !strncmp(type, "union ", 6);
	return is_record ? "{0}" : !strcmp(type, "_Bool") || !strcmp(type, "bool") ? "false" : "0";
}

static void initialise(struct candidates *all) {
	const struct places *p = all->places;
	const struct cause_event *declared = candidate_role(all, 0), *read = candidate_role(all, 1);
	uint32_t statement = candidate_statement(all, declared);
	if (statement == NO_NODE || p->node.at[statement].kind != NODE_DECLARATION)
		return;
	const char *name = declared->object ? declared->object : read ? read->object : NULL;
	uint32_t v = variable_named(p, statement, name);
	const char *zero = v == NO_NODE ? NULL : zero_of(p->node.at[v].type);
	if (!zero || p->node.at[v].is_macro || p->node.at[v].is_broken || p->node.at[v].is_global)
		return;
	size_t end = p->node.at[v].name_at + strlen(name);
	const char *text = p->file.at[p->node.at[v].file].text;
	if (!strchr(",;", text[end + strspn(text + end, " \t")]))
		return; /* it has a value */
	struct candidate c = {0};
	c.what = arena_printf(all->arena, "%s is %s from the beginning", name, zero);
	candidate_insert(&c, p, p->node.at[v].file, end, arena_printf(all->arena, " = %s", zero));
	candidates_add(all, &c);
}

/* --- Memory that nobody frees. --- */

static bool allocates(const char *name) {
	static const char *const of[] = {"malloc", "calloc", "strdup", "strndup", "aligned_alloc"};
	for (size_t i = 0; name && i < sizeof of / sizeof *of; i++)
		if (!strcmp(name, of[i]))
			return true;
	return false;
}

static bool is_free(const char *name) {
	return name && !strcmp(name, "free");
}

static bool mentions(const struct places *p, uint32_t node, const char *name) {
	for (uint32_t i = node; i < p->node.at[node].next; i++)
		if (p->node.at[i].kind == NODE_NAME && p->node.at[i].name &&
		    !strcmp(p->node.at[i].name, name))
			return true;
	return false;
}

/* Before a return that does not hand the pointer on. */
static void free_before_return(struct candidates *all) {
	const struct places *p = all->places;
	const struct cause_event *last = candidate_role(all, 1);
	uint32_t call =
	    candidate_role(all, 0) ? sync_call(all, candidate_role(all, 0), allocates) : NO_NODE;
	uint32_t function = call == NO_NODE ? NO_NODE : places_around(p, call, NODE_FUNCTION);
	const char *name = last ? last->object : NULL;
	if (function == NO_NODE || !name ||
	    strspn(name, "abcdefghijklmnopqrstuvwxyz"
	                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") != strlen(name))
		return;
	uint32_t own = variable_named(p, function, name);
	if (own == NO_NODE || p->node.at[own].is_global)
		return;
	const char *text = arena_printf(all->arena, "free(%s);", name);
	for (uint32_t i = call; i < p->node.at[function].next; i++) {
		const struct node *n = &p->node.at[i];
		if (n->kind != NODE_RETURN || !sync_can_edit(p, i) || mentions(p, i, name))
			continue;
		uint32_t before = places_before(p, i);
		if (before != NO_NODE && sync_is_call(all, before, is_free, NULL))
			continue;
		struct candidate c = {0};
		c.what = arena_printf(all->arena, "free %s before the return", name);
		candidate_wrap(all, &c, i, i, text, NULL);
		candidates_add(all, &c);
	}
}

void candidate_memory(struct candidates *all) {
	if (all->cause->kind == CAUSE_NOT_INITIALISED)
		initialise(all);
	else if (all->cause->kind == CAUSE_LEAK)
		free_before_return(all);
}
