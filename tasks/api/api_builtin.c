#include "tasks/api/api_builtin.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/files/file.h"
#include "tasks/api/api_client.h"
#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/nearest.h"

enum gives { GIVES_STATUS, GIVES_FETCH, GIVES_VALUE, GIVES_TRUTH };

struct operation {
	const char *spec, *function, *takes;
	enum gives gives;
	const char *names;
};

static const struct operation operations[] = {
#define OPERATION(spec, function, takes, gives, names)                                             \
	{#spec, #function, takes, GIVES_##gives, names},
#include "tasks/api/api_builtin.def"
};

enum { OPERATIONS = sizeof operations / sizeof *operations };

struct builtin_spec {
	struct api *api;
	const char *name;
	const char *number; /* its capacity, or its first value; NULL: none is given */
	FILE *out;
	const struct operation *of[API_MAX_OPS];
};

/* "queue", "queue 2" */
static bool is_builtin(const char *spec) {
	size_t n = strcspn(spec, " :");
	for (size_t i = 0; i < OPERATIONS; i++)
		if (strlen(operations[i].spec) == n && !strncmp(operations[i].spec, spec, n))
			return true;
	return false;
}

static const char *names_of_specs(void) {
	const char *text = "", *last = "";
	for (size_t i = 0; i < OPERATIONS; i++)
		if (strcmp(last, operations[i].spec) != 0) {
			last = operations[i].spec;
			text = intern_printf("%s%s, ", text, last);
		}
	return text;
}

static const char *names_of_operations(const char *spec) {
	const char *text = "";
	for (size_t i = 0; i < OPERATIONS; i++)
		if (!strcmp(operations[i].spec, spec))
			text = intern_printf("%s%s%s", text, *text ? ", " : "", operations[i].function);
	return text;
}

/* --- Which operation a function is. --- */

static size_t count_inputs(const struct api_call *op) {
	size_t n = 0;
	for (size_t k = 0; k < op->arg.n; k++)
		n += api_is_input(&op->arg.at[k]);
	return n;
}

/* A word stands in a name between its ends and '_': 0, or the place behind the last one. */
static size_t find_word(const char *name, const char *word, size_t n) {
	size_t found = 0;
	for (size_t i = 0; name[i]; i++) {
		bool starts =
		    !i || name[i - 1] == '_' ||
		    (n > 2 && isupper((unsigned char)name[i]) && islower((unsigned char)name[i - 1]));
		/* queue_trydequeue: what is tried is what is done */
		starts |= i >= 3 && !strncasecmp(name + i - 3, "try", 3);
		if (starts && !strncasecmp(name + i, word, n) && (!name[i + n] || name[i + n] == '_'))
			found = i + n;
	}
	return found;
}

/* The last word of the name that says something, and of those the longest. */
static const struct operation *find_by_name(const char *spec, const struct api_call *op) {
	const struct operation *best = NULL;
	size_t best_end = 0, best_length = 0;
	for (size_t i = 0; i < OPERATIONS; i++) {
		const struct operation *o = &operations[i];
		if (strcmp(o->spec, spec) != 0 || strlen(o->takes) != count_inputs(op))
			continue;
		for (const char *w = o->names; *w; w += strspn(w, "|")) {
			size_t n = strcspn(w, "|"), end = find_word(op->name, w, n);
			if (end > best_end || (end == best_end && end && n > best_length)) {
				best = o;
				best_end = end;
				best_length = n;
			}
			w += n;
		}
	}
	return best;
}

static const struct operation *find_named(const char *spec, const struct api_call *op) {
	const struct operation *wrong = NULL;
	struct nearest near = {.name = op->as};
	for (size_t i = 0; i < OPERATIONS; i++) {
		const struct operation *o = &operations[i];
		if (strcmp(o->spec, spec) != 0)
			continue;
		nearest_try(&near, o->function);
		if (strcmp(o->function, op->as) != 0)
			continue;
		if (strlen(o->takes) == count_inputs(op))
			return o;
		wrong = o;
	}
	if (wrong)
		fatal(EXIT_INPUT, op->as_loc, "%s of a %s is given %zu values, %s %zu", op->as, spec,
		      strlen(wrong->takes), op->name, count_inputs(op));
	fatal(EXIT_INPUT, op->as_loc, "a %s has no operation '%s'; it has %s", spec, op->as,
	      names_of_operations(spec));
}

static void find_operations(struct builtin_spec *b) {
	for (size_t i = 0; i < b->api->op.n; i++) {
		struct api_call *op = &b->api->op.at[i];
		b->of[i] = op->as ? find_named(b->name, op) : find_by_name(b->name, op);
		if (!b->of[i])
			fatal(EXIT_INPUT, op->loc,
			      "which operation of a %s is %s?  Its name does not say it; write 'as' and one of "
			      "%s",
			      b->name, op->name, names_of_operations(b->name));
		if (!op->as)
			op->guessed_as = b->of[i]->function;
	}
}

/* --- What results mean. --- */

/* The values that mean success and failure. */
struct status {
	const char *good, *bad;
};

static const char *constant(const char *word) {
	return !strcmp(word, "true")    ? "1"
	       : !strcmp(word, "false") ? "0"
	       : !strcmp(word, "NULL")  ? "0"
	                                : word;
}

/* false: what the description says of success names no value. */
static bool find_status(const struct api_call *op, enum gives gives, struct status *to) {
	bool is_int = op->f->result->kind != SIGNATURE_BOOL;
	struct status s = {"1", "0"};
	if (is_int && gives != GIVES_TRUTH)
		s = (struct status){"0", "-1"};
	const char *fail = op->fail ? op->fail : op->may_fail;
	if (op->ok && !strcmp(op->ok, "r"))
		s = (struct status){"1", "0"};
	else if (op->ok && !strcmp(op->ok, "!r"))
		s = (struct status){"0", is_int ? "-1" : "1"};
	else if (op->ok && !strncmp(op->ok, "r == ", 5)) {
		s.good = constant(op->ok + 5);
		s.bad = !strcmp(s.good, "0") ? is_int ? "-1" : "1" : "0";
	} else if (op->ok && !strncmp(op->ok, "r != ", 5)) {
		s.bad = constant(op->ok + 5);
		s.good = !strcmp(s.bad, "0") ? "1" : "0";
	} else if (op->ok)
		return false;
	if (fail)
		s.bad = constant(fail);
	*to = s;
	return true;
}

static struct status status_of(struct builtin_spec *b, struct api_call *op, enum gives gives) {
	struct status s;
	if (!find_status(op, gives, &s))
		fatal(EXIT_INPUT, op->loc,
		      "a built-in specification needs to know what %s returns: 'ok VALUE fail VALUE'",
		      op->name);
	if (!op->ok && gives == GIVES_STATUS && op->f->result->kind == SIGNATURE_INTEGER)
		api_note(b->api, "%s returns %s if it succeeds, else %s", op->name, s.good, s.bad);
	return s;
}

/* What a function that returns the value itself returns if there is none; NULL: it waits. */
static const char *no_value(const struct api_call *op) {
	if (op->fail)
		return constant(op->fail);
	if (op->ok && !strncmp(op->ok, "r != ", 5))
		return constant(op->ok + 5);
	if (op->f->result->kind == SIGNATURE_POINTER)
		return "0";
	return op->may_fail ? constant(op->may_fail) : NULL;
}

/* --- The functions. --- */

static void put_inputs(struct builtin_spec *b, const struct api_call *op,
                       const struct operation *of) {
	size_t n = 0;
	for (size_t k = 0; k < op->arg.n; k++)
		if (api_is_input(&op->arg.at[k])) {
			const char *type = of->takes[n] == 'k' ? "SPEC_KEY" : "SPEC_VALUE";
			fprintf(b->out, "%s(%s)a%zu", n ? ", " : "", type, k + 1);
			n++;
		}
	if (of->gives == GIVES_FETCH)
		fprintf(b->out, "%s&v", n ? ", " : "");
}

static const char *type_text(const struct signature_type *t) {
	return strpbrk(t->plain, "([") ? intern_printf("__typeof__(%s)", t->plain) : t->plain;
}

/* The memory that the function writes its value to; 0: there is none. */
static size_t find_out(const struct api_call *op) {
	for (size_t k = 0; k < op->arg.n; k++)
		if (op->arg.at[k].kind == API_OUT)
			return k + 1;
	return 0;
}

static void put_result(struct builtin_spec *b, struct api_call *op, const char *good,
                       const struct status *s) {
	if (op->f->result->kind == SIGNATURE_VOID) {
		fprintf(b->out, "\t__CPROVER_assume(%s);\n", good);
		return;
	}
	fprintf(b->out, "\t%s = %s ? %s : %s;\n", api_declare(op->f->result, "r"), good, s->good,
	        s->bad);
}

static void put_fetch(struct builtin_spec *b, struct api_call *op) {
	size_t out = find_out(op);
	if (out) {
		struct status s = status_of(b, op, GIVES_STATUS);
		fprintf(b->out, "\tif (good)\n\t\ta%zu = (%s)v;\n", out,
		        type_text(op->f->param[out - 1]->to));
		put_result(b, op, "good", &s);
		return;
	}
	const char *none = no_value(op);
	if (op->f->result->kind == SIGNATURE_VOID || !none)
		fputs("\t__CPROVER_assume(good); /* else it waits */\n", b->out);
	if (op->f->result->kind == SIGNATURE_VOID)
		return;
	if (!none)
		api_note(b->api, "%s waits while there is nothing to return", op->name);
	fprintf(b->out, "\t%s = good ? (%s)v : %s;\n", api_declare(op->f->result, "r"),
	        type_text(op->f->result), none ? none : "0");
}

static void put_value(struct builtin_spec *b, struct api_call *op, const struct operation *of) {
	size_t out = find_out(op);
	bool is_void = op->f->result->kind == SIGNATURE_VOID;
	if (out) {
		struct status s = status_of(b, op, GIVES_STATUS);
		fprintf(b->out, "\ta%zu = (%s)value;\n", out, type_text(op->f->param[out - 1]->to));
		if (!is_void)
			fprintf(b->out, "\t%s = %s;\n", api_declare(op->f->result, "r"), s.good);
		return;
	}
	if (is_void)
		return;
	if (of->takes[0] || strstr(of->function, "cre"))
		api_note(b->api, "%s returns the value %s it", op->name,
		         strncmp(of->function, "fetch", 5) && strcmp(of->function, "exchange") ? "after"
		                                                                               : "before");
	fprintf(b->out, "\t%s = (%s)value;\n", api_declare(op->f->result, "r"),
	        type_text(op->f->result));
}

static void put_function(struct builtin_spec *b, size_t ix) {
	struct api_call *op = &b->api->op.at[ix];
	const struct operation *of = b->of[ix];
	api_spec_begin(b->out, op, ix);
	if (of->gives == GIVES_FETCH)
		fputs("\tSPEC_VALUE v = 0;\n", b->out);
	fprintf(b->out, "\t%s = spec_%s(",
	        of->gives == GIVES_VALUE
	            ? !strcmp(of->function, "size") || !strcmp(b->name, "semaphore")
	                  ? "int value"
	                  : "SPEC_VALUE value"
	            : "_Bool good",
	        of->function);
	put_inputs(b, op, of);
	fputs(");\n", b->out);
	for (size_t k = 0; k < op->arg.n; k++)
		if (op->arg.at[k].kind == API_INOUT && !strcmp(of->function, "cas"))
			fprintf(b->out, "\tif (!good)\n\t\ta%zu = spec_read();\n", k + 1);
	if (of->gives == GIVES_FETCH)
		put_fetch(b, op);
	else if (of->gives == GIVES_VALUE)
		put_value(b, op, of);
	else if (of->gives == GIVES_TRUTH && op->f->result->kind == SIGNATURE_VOID)
		; /* nobody hears it */
	else {
		struct status s = {0};
		if (op->f->result->kind != SIGNATURE_VOID)
			s = status_of(b, op, of->gives);
		put_result(b, op, "good", &s);
	}
	api_spec_end(b->out, op, ix);
}

/* Operations that main calls before the threads, after it has made the object. */
static void put_create(struct builtin_spec *b) {
	fputs("\nvoid __mt_spec_create(void) {\n", b->out);
	for (size_t i = 0; i < b->api->create.n; i++) {
		const struct api_call *call = &b->api->create.at[i];
		uint32_t op = api_find_op(b->api, call->name);
		if (op == NO_OP)
			continue;
		const struct operation *of = b->of[op];
		fputs(of->gives == GIVES_FETCH ? "\t{\n\t\tSPEC_VALUE v;\n\t" : "", b->out);
		fprintf(b->out, "\tspec_%s(", of->function);
		size_t n = 0;
		for (size_t k = 0; k < call->arg.n; k++)
			if (call->arg.at[k].kind == API_VALUES && n < strlen(of->takes))
				fprintf(b->out, "%s%s", n++ ? ", " : "", call->arg.at[k].value.at[0]);
		fprintf(b->out, "%s);\n", of->gives == GIVES_FETCH ? n ? ", &v" : "&v" : "");
		fputs(of->gives == GIVES_FETCH ? "\t}\n" : "", b->out);
	}
	fputs("}\n", b->out);
}

/* --- Types and numbers. --- */

/* The type of what the operations are given as key or value, or else give back. */
static const char *type_of(const struct builtin_spec *b, char which) {
	for (size_t i = 0; i < b->api->op.n; i++) {
		const struct api_call *op = &b->api->op.at[i];
		size_t n = 0;
		for (size_t k = 0; k < op->arg.n; k++)
			if (api_is_input(&op->arg.at[k]) && b->of[i]->takes[n++] == which)
				return type_text(op->arg.at[k].kind == API_INOUT ? op->f->param[k]->to
				                                                 : op->f->param[k]);
	}
	for (size_t i = 0; i < b->api->op.n && which == 'v'; i++) {
		const struct api_call *op = &b->api->op.at[i];
		size_t out = find_out(op);
		bool has_value =
		    b->of[i]->gives == GIVES_FETCH ||
		    (b->of[i]->gives == GIVES_VALUE && strcmp(b->of[i]->function, "size") != 0);
		if (has_value && out)
			return type_text(op->f->param[out - 1]->to);
		if (has_value && op->f->result->kind != SIGNATURE_VOID)
			return type_text(op->f->result);
	}
	return "int";
}

/* The only constant that main gives when it makes the object; NULL: there is none, or several. */
static const char *created_with(const struct api *api) {
	const char *found = NULL;
	size_t n = 0;
	for (size_t i = 0; i < api->create.n; i++)
		for (size_t k = 0; k < api->create.at[i].arg.n; k++) {
			const struct api_arg *arg = &api->create.at[i].arg.at[k];
			if (arg->kind != API_VALUES || api_find_op(api, api->create.at[i].name) != NO_OP ||
			    api->create.at[i].f->param[k]->kind != SIGNATURE_INTEGER)
				continue;
			found = arg->value.at[0];
			n++;
		}
	return n == 1 ? found : NULL;
}

static void put_numbers(struct builtin_spec *b) {
	bool is_row =
	    !strcmp(b->name, "queue") || !strcmp(b->name, "stack") || !strcmp(b->name, "deque");
	const char *number = b->number, *made = created_with(b->api);
	if (!number && made && (is_row || api_builtin_has_first(b->name))) {
		number = made;
		api_note(b->api,
		         api_builtin_has_first(b->name) ? "the %s begins with %s"
		         : !strcmp(number, "1")         ? "the %s has room for %s element"
		                                        : "the %s has room for %s elements",
		         b->name, number);
	}
	if (api_builtin_has_first(b->name))
		fprintf(b->out, "#define SPEC_FIRST %s\n", number ? number : "0");
	else if (api_builtin_has_capacity(b->name)) {
		fprintf(b->out, "#define SPEC_CAPACITY %s\n", number ? number : "-1");
		if (b->api->room)
			fprintf(b->out, "#define SPEC_ROOM %u\n", b->api->room);
		else if (number)
			fprintf(b->out, "#define SPEC_ROOM %s\n", number);
		else
			fatal(EXIT_USAGE, NO_LOC,
			      "for any number of calls a %s needs a capacity: --spec '%s N', if that is the "
			      "library's",
			      b->name, b->name);
	}
}

static void put_types(struct builtin_spec *b) {
	if (!strcmp(b->name, "lock") || !strcmp(b->name, "semaphore"))
		return;
	if (strcmp(b->name, "set") != 0)
		fprintf(b->out, "typedef %s;\n",
		        strpbrk(type_of(b, 'v'), "([") ? intern_printf("%s SPEC_VALUE", type_of(b, 'v'))
		                                       : intern_printf("%s SPEC_VALUE", type_of(b, 'v')));
	if (!strcmp(b->name, "set") || !strcmp(b->name, "map")) {
		const char *key = type_of(b, 'k');
		bool is_pointer = strchr(key, '*') != NULL;
		fprintf(b->out, "typedef %s SPEC_KEY;\n", key);
		/* Pointers have no order: they stay as they came. */
		fprintf(b->out, "#define SPEC_LESS(a, b) (%s)\n", is_pointer ? "(a) != (b)" : "(a) < (b)");
	}
}

static const char *text_of(const struct builtin_spec *b, const struct fe_config *config) {
	const char *path =
	    intern_printf("%s/spec/%s.inc", config->model_dir ? config->model_dir : "", b->name);
	const char *text = config->model_dir ? file_text(b->api->arena, path) : NULL;
	if (!text)
		fatal(EXIT_INPUT, NO_LOC, "the specification '%s' is not installed: %s", b->name,
		      config->model_dir ? path : "the models of the library are missing");
	return text;
}

void api_builtin_write(FILE *out, struct api *api, const char *spec, struct loc loc,
                       const struct fe_config *config) {
	size_t n = strcspn(spec, " :");
	struct builtin_spec b = {.api = api, .out = out, .name = intern_n(spec, n)};
	if (!is_builtin(spec))
		fatal(loc.file ? EXIT_INPUT : EXIT_USAGE, loc,
		      "there is no specification '%s': it is self, none, a file of functions (FILE.c), or "
		      "one of %s",
		      spec, intern_n(names_of_specs(), strlen(names_of_specs()) - 2));
	const char *rest = spec + n + strspn(spec + n, " :");
	if (*rest && rest[strspn(rest, "0123456789")])
		fatal(loc.file ? EXIT_INPUT : EXIT_USAGE, loc,
		      "after the name of a specification may stand a number, not '%s'", rest);
	b.number = *rest ? intern(rest) : NULL;
	find_operations(&b);
	api_spec_top(out, api, intern_printf("a %s", b.name));
	fputs("void __CPROVER_assume(_Bool);\n\n", out);
	put_types(&b);
	put_numbers(&b);
	fprintf(out, "%s", text_of(&b, config));
	put_create(&b);
	for (size_t i = 0; i < api->op.n; i++)
		put_function(&b, i);
}

/* --- What a description could say instead. --- */

const char *api_builtin_name(const char *spec) {
	return is_builtin(spec) ? intern_n(spec, strcspn(spec, " :")) : NULL;
}

const char *const *api_builtin_names(void) {
	static const char *name[OPERATIONS + 1];
	size_t n = 0;
	for (size_t i = 0; i < OPERATIONS; i++)
		if (!n || strcmp(name[n - 1], operations[i].spec) != 0)
			name[n++] = operations[i].spec;
	name[n] = NULL;
	return name;
}

bool api_builtin_has_first(const char *name) {
	return !strcmp(name, "counter") || !strcmp(name, "register") || !strcmp(name, "semaphore");
}

bool api_builtin_has_capacity(const char *name) {
	return !api_builtin_has_first(name) && strcmp(name, "lock") != 0;
}

static const struct operation *find_quietly(const char *name, const struct api_call *op) {
	for (size_t i = 0; op->as && i < OPERATIONS; i++)
		if (!strcmp(operations[i].spec, name) && !strcmp(operations[i].function, op->as) &&
		    strlen(operations[i].takes) == count_inputs(op))
			return &operations[i];
	return op->as ? NULL : find_by_name(name, op);
}

bool api_builtin_meaning(const char *name, const struct api_call *op, struct api_meaning *m) {
	const struct operation *of = find_quietly(name, op);
	struct status s;
	if (!of)
		return false;
	*m = (struct api_meaning){.function = of->function, .is_input = *of->takes};
	bool is_value = !find_out(op) && (of->gives == GIVES_FETCH || of->gives == GIVES_VALUE);
	if (is_value) {
		m->is_fetch = of->gives == GIVES_FETCH;
		m->none = m->is_fetch ? no_value(op) : NULL;
	} else if (op->f->result->kind != SIGNATURE_VOID &&
	           find_status(op, of->gives == GIVES_TRUTH ? GIVES_TRUTH : GIVES_STATUS, &s)) {
		m->good = s.good;
		m->bad = s.bad;
	}
	return true;
}

size_t api_builtin_others(const char *name, const struct api_call *op,
                          const char *other[API_MOST_OTHERS]) {
	const struct operation *of = find_quietly(name, op);
	size_t n = 0;
	for (size_t i = 0; i < OPERATIONS && n < API_MOST_OTHERS; i++)
		if (&operations[i] != of && !strcmp(operations[i].spec, name) &&
		    strlen(operations[i].takes) == count_inputs(op))
			other[n++] = operations[i].function;
	return n;
}
