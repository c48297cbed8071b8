/* Tests: of a result that nobody looks at, as the calls beside it are tested; the neighbouring
 * comparison. */
#include <stdlib.h>
#include <string.h>

#include "fix/candidate_sync.h"
#include "fix/sync.h"

/* --- Comparisons. --- */

static const char *neighbour(const char *operator) {
	static const char *const pair[][2] = {{"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}};
	for (size_t i = 0; operator&& i<sizeof pair / sizeof * pair; i++)
		if (!strcmp(operator, pair[i][0]))
			return pair[i][1];
	return NULL;
}

/* Where the operator stands between its operands; SIZE_MAX: in a macro, or behind a comment. */
static size_t operator_at(const struct places *p, uint32_t node) {
	const struct node *n = &p->node.at[node];
	uint32_t left = places_child(p, node, 0), right = places_child(p, node, 1);
	if (left == NO_NODE || right == NO_NODE || !sync_can_edit(p, node))
		return SIZE_MAX;
	const char *text = p->file.at[n->file].text;
	for (size_t i = p->node.at[left].end; i + strlen(n->name) <= p->node.at[right].begin; i++) {
		if (text[i] == '/')
			return SIZE_MAX;
		if (!strncmp(text + i, n->name, strlen(n->name)))
			return i;
	}
	return SIZE_MAX;
}

static struct fix_condition condition_of(const struct places *p, uint32_t node) {
	const struct node *n = &p->node.at[node];
	return (struct fix_condition){p->file.at[n->file].name, n->begin, n->end};
}

static void other_operator(struct candidates *all, uint32_t node) {
	const struct places *p = all->places;
	const struct node *n = &p->node.at[node];
	const char *other = neighbour(n->name);
	size_t at = other ? operator_at(p, node) : SIZE_MAX;
	if (at == SIZE_MAX)
		return;
	struct candidate c = {0};
	c.what = arena_printf(all->arena, "%s for %s", other, n->name);
	c.condition = condition_of(p, node);
	candidate_replace(&c, p, n->file, at, at + strlen(n->name), other);
	candidates_add(all, &c);
}

/* k - 1 and k + 1 for a literal k. */
static void other_constant(struct candidates *all, uint32_t node) {
	const struct places *p = all->places;
	const struct node *n = &p->node.at[node];
	uint32_t right = places_child(p, node, 1);
	if (right == NO_NODE || p->node.at[right].kind != NODE_LITERAL || !sync_can_edit(p, right))
		return;
	const char *text = places_text(p, all->arena, right);
	char *end;
	unsigned long k = strtoul(text, &end, 10);
	if (end == text || *end || *text == '0' || k > 1000000)
		return;
	for (int d = -1; d <= 1; d += 2) {
		struct candidate c = {0};
		unsigned long other = d < 0 ? k - 1 : k + 1;
		c.what = arena_printf(all->arena, "%s %lu for %s %lu", n->name, other, n->name, k);
		c.condition = condition_of(p, node);
		candidate_replace(&c, p, n->file, p->node.at[right].begin, p->node.at[right].end,
		                  arena_printf(all->arena, "%lu", other));
		candidates_add(all, &c);
	}
}

/* All comparisons of a condition: of the head of a statement, or around an expression. */
static void comparisons(struct candidates *all, uint32_t at) {
	const struct places *p = all->places;
	uint32_t statement = places_statement(p, at);
	if (statement == NO_NODE)
		return;
	uint32_t end = p->node.at[statement].next;
	for (uint32_t i = statement + 1; i < end; i++) {
		const struct node *n = &p->node.at[i];
		if (n->is_statement) { /* a body */
			i = n->next - 1;
			continue;
		}
		bool is_equality = n->name && (!strcmp(n->name, "==") || !strcmp(n->name, "!="));
		if (n->kind != NODE_BINARY || (!neighbour(n->name) && !is_equality))
			continue;
		if (is_equality)
			other_constant(all, i);
		else
			other_operator(all, i);
	}
}

static bool is_variable(const struct places *p, uint32_t node) {
	const struct node *n = &p->node.at[node];
	uint32_t declared = n->id && (n->kind == NODE_NAME || n->kind == NODE_MEMBER)
	                        ? places_declaration(p, n->id)
	                        : NO_NODE;
	return declared != NO_NODE && p->node.at[declared].kind != NODE_FUNCTION &&
	       p->node.at[declared].kind != NODE_RECORD;
}

/* Do the two have a variable in common? */
static bool share_variable(const struct places *p, uint32_t a, uint32_t b) {
	for (uint32_t i = a; i < p->node.at[a].next; i++)
		for (uint32_t k = b; is_variable(p, i) && k < p->node.at[b].next; k++)
			if (p->node.at[k].id == p->node.at[i].id)
				return true;
	return false;
}

/* Is it in the condition of an if or a loop? */
static bool is_in_condition(const struct places *p, uint32_t node) {
	uint32_t statement = places_statement(p, node);
	enum node_kind kind = statement == NO_NODE ? NODE_OTHER : p->node.at[statement].kind;
	return kind == NODE_IF || kind == NODE_WHILE || kind == NODE_FOR || kind == NODE_DO;
}

/* "x == SIZE - 1" for "x == SIZE", of a name. */
static void one_less(struct candidates *all, uint32_t node) {
	const struct places *p = all->places;
	const struct node *n = &p->node.at[node];
	uint32_t right = places_child(p, node, 1);
	if (right == NO_NODE || !sync_can_edit(p, node) || p->node.at[right].is_broken ||
	    (p->node.at[right].kind != NODE_LITERAL && p->node.at[right].kind != NODE_NAME))
		return;
	const char *text = places_text(p, all->arena, right);
	bool is_name = (*text >= 'A' && *text <= 'Z') || (*text >= 'a' && *text <= 'z');
	if (!is_name || p->node.at[right].end != n->end || strpbrk(text, " ()\"'"))
		return;
	struct candidate c = {0};
	c.what = arena_printf(all->arena, "%s %s - 1 for %s %s", n->name, text, n->name, text);
	c.condition = condition_of(p, node);
	candidate_insert(&c, p, n->file, n->end, " - 1");
	candidates_add(all, &c);
}

/* Conditions that are about what is violated, where the cause names none of them. */
static void guess_comparisons(struct candidates *all) {
	const struct places *p = all->places;
	uint32_t at = places_find(p, all->violated->loc);
	uint32_t violated = at == NO_NODE ? NO_NODE : places_statement(p, at);
	bool guesses = all->guesses;
	bool is_bound = !strcmp(all->violated->class_name, "bounds");
	all->guesses = true;
	for (uint32_t i = 0; violated != NO_NODE && i < p->node.n; i++) {
		const struct node *n = &p->node.at[i];
		if (n->kind != NODE_BINARY || !n->name || places_is_in(p, i, violated) ||
		    !is_in_condition(p, i) || !sync_can_edit(p, i) || !share_variable(p, i, violated))
			continue;
		if (neighbour(n->name))
			other_operator(all, i);
		else if (is_bound && !strcmp(n->name, "=="))
			one_less(all, i);
	}
	all->guesses = guesses;
}

/* --- Results. --- */

static bool leaves(const struct places *p, uint32_t statement) {
	if (p->node.at[statement].kind == NODE_BLOCK) {
		uint32_t last = places_last(p, statement);
		return last != NO_NODE && leaves(p, last);
	}
	enum node_kind kind = p->node.at[statement].kind;
	const char *name = kind == NODE_CALL ? p->node.at[statement].name : NULL;
	return kind == NODE_RETURN || kind == NODE_GOTO || kind == NODE_BREAK ||
	       kind == NODE_CONTINUE ||
	       (name &&
	        (!strcmp(name, "exit") || !strcmp(name, "abort") || !strcmp(name, "pthread_exit")));
}

/* What a failed call does nearby: the body of a test in the same function that leaves it. */
static const char *error_path(struct candidates *all, uint32_t function, uint32_t at) {
	const struct places *p = all->places;
	const char *found = NULL;
	for (uint32_t i = function; i < p->node.at[function].next; i++) {
		if (p->node.at[i].kind != NODE_IF || places_children(p, i) != 2)
			continue;
		uint32_t body = places_child(p, i, 1);
		if (!leaves(p, body) || p->node.at[body].is_macro || p->node.at[body].is_broken)
			continue;
		if (found && i > at)
			break; /* the nearest one before is better */
		found = places_text(p, all->arena, body);
	}
	return found;
}

static const char *own_path(const struct places *p, struct candidates *all, uint32_t function) {
	const char *type = p->node.at[function].type;
	bool is_main = p->node.at[function].name && !strcmp(p->node.at[function].name, "main");
	if (!type)
		return NULL;
	size_t n = strcspn(type, "(");
	while (n && type[n - 1] == ' ')
		n--;
	const char *result = arena_printf(all->arena, "%.*s", (int)n, type);
	if (is_main)
		return "return 1;";
	if (!strcmp(result, "void"))
		return "return;";
	if (n && type[n - 1] == '*')
		return "return NULL;";
	return !strcmp(result, "int") || !strcmp(result, "long") ? "return -1;" : NULL;
}

/* How another call of the function is tested before its block is left; NULL: there is none. */
static const char *tested_elsewhere(struct candidates *all, uint32_t call, const char *value) {
	const struct places *p = all->places;
	const char *name = p->node.at[call].name;
	for (uint32_t i = 0; name && i < p->node.n; i++) {
		const struct node *n = &p->node.at[i];
		bool is_other = n->kind == NODE_CALL && n->name && !strcmp(n->name, name) && i != call;
		uint32_t test = is_other ? places_statement(p, i) : NO_NODE;
		if (test == NO_NODE || p->node.at[test].kind != NODE_IF || places_children(p, test) != 2 ||
		    !leaves(p, places_child(p, test, 1)))
			continue;
		const struct node *above = &p->node.at[n->parent];
		uint32_t right = places_child(p, n->parent, 1);
		if (n->parent == test)
			return value;
		if (above->kind == NODE_UNARY && above->name && !strcmp(above->name, "!"))
			return arena_printf(all->arena, "!%s", value);
		bool is_comparison = above->kind == NODE_BINARY && above->name &&
		                     (neighbour(above->name) || strchr("=!", above->name[0]));
		if (is_comparison && places_child(p, n->parent, 0) == i && right != NO_NODE &&
		    p->node.at[right].next == right + 1)
			return arena_printf(all->arena, "%s %s %s", value, above->name,
			                    places_text(p, all->arena, right));
	}
	return NULL;
}

/* "x == NULL", "x != 0", "x < 0": what says that a call has failed.  is_nothing: it has returned 0,
 * and that is what must not be used. */
static const char *failure(struct candidates *all, uint32_t call, const char *value,
                           bool is_nothing) {
	const char *elsewhere = tested_elsewhere(all, call, value);
	if (elsewhere)
		return elsewhere;
	const char *name = all->places->node.at[call].name, *type = all->places->node.at[call].type;
	if (!name || !type)
		return NULL;
	if (type[strlen(type) - 1] == '*')
		return arena_printf(all->arena, "%s == NULL", value);
	if (!strcmp(type, "_Bool") || !strcmp(type, "bool"))
		return arena_printf(all->arena, "!%s", value);
	if (!strncmp(name, "pthread_", 8))
		return arena_printf(all->arena, "%s != 0", value);
	if (!strncmp(name, "mtx_", 4) || !strncmp(name, "cnd_", 4) || !strncmp(name, "thrd_", 5))
		return arena_printf(all->arena, "%s != thrd_success", value);
	return arena_printf(all->arena, "%s %s 0", value, is_nothing ? "<=" : "<");
}

/* The variable that the call's result goes to; NULL: to none. */
static const char *target(struct candidates *all, uint32_t call, uint32_t statement) {
	const struct places *p = all->places;
	for (uint32_t i = p->node.at[call].parent; i != NO_NODE && i >= statement;
	     i = p->node.at[i].parent) {
		if (p->node.at[i].kind == NODE_ASSIGN)
			return places_text(p, all->arena, places_child(p, i, 0));
		if (p->node.at[i].kind == NODE_VARIABLE)
			return p->node.at[i].name;
		if (p->node.at[i].kind != NODE_OTHER && i != statement)
			return NULL;
	}
	return NULL;
}

/* A call that is a statement ends after its ';'. */
static const char *call_text(struct candidates *all, uint32_t call) {
	const char *text = places_text(all->places, all->arena, call);
	size_t n = strlen(text);
	while (n && strchr("; \t\r\n", text[n - 1]))
		n--;
	return arena_printf(all->arena, "%.*s", (int)n, text);
}

static bool is_any(const char *name) {
	return name;
}

static void test_result(struct candidates *all, const struct cause_event *e) {
	const struct places *p = all->places;
	uint32_t call = e ? sync_call(all, e, is_any) : NO_NODE;
	uint32_t statement = call == NO_NODE ? NO_NODE : places_statement(p, call);
	uint32_t function = statement == NO_NODE ? NO_NODE : places_around(p, statement, NODE_FUNCTION);
	if (function == NO_NODE)
		return;
	const char *path[2] = {error_path(all, function, statement), own_path(p, all, function)};
	const char *variable = target(all, call, statement);
	bool is_alone = sync_is_call(all, statement, is_any, NULL);
	const char *test = failure(all, call, variable ? variable : call_text(all, call),
	                           e->value && !strcmp(e->value, "0"));
	for (int k = 0; test && k < 2; k++) {
		if (!path[k] || (k && path[0] && !strcmp(path[0], path[1])))
			continue;
		struct candidate c = {0};
		c.what = arena_printf(all->arena, "test what %s returns", p->node.at[call].name);
		const char *space = *path[k] == '{' ? " " : "";
		const char *body = *path[k] == '{'
		                       ? path[k]
		                       : arena_printf(all->arena, "%s%s\t%s",
		                                      places_line_end(p, p->node.at[statement].file),
		                                      places_indent(p, all->arena, statement), path[k]);
		const char *whole = arena_printf(all->arena, "if (%s)%s%s", test, space, body);
		if (variable && sync_is_in_block(p, statement))
			candidate_after(all, &c, statement, whole);
		else if (!variable && is_alone && sync_can_edit(p, statement))
			candidate_replace(&c, p, p->node.at[statement].file, p->node.at[statement].begin,
			                  p->node.at[statement].end, whole);
		candidates_add(all, &c);
	}
}

void candidate_sync_test(struct candidates *all) {
	uint32_t at;
	switch (all->cause->kind) {
	case CAUSE_MISSING_CHECK: test_result(all, candidate_role(all, 0)); break;
	case CAUSE_VALUES: /* of an input: what a call returned may not have been tested */
		test_result(all, candidate_role(all, 1));
		for (size_t i = 0; i < all->cause->fact.n; i++)
			if (all->cause->fact.at[i].type == FACT_INPUT)
				test_result(all, &all->cause->fact.at[i].first);
		guess_comparisons(all);
		break;
	case CAUSE_OFF_BY_ONE:
	case CAUSE_WRONG_BRANCH:
		at = candidate_node(all, candidate_role(all, 0));
		if (at != NO_NODE)
			comparisons(all, at);
		break;
	case CAUSE_NOT_INITIALISED: guess_comparisons(all); break;
	default: break;
	}
}
