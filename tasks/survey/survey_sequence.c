#include "tasks/survey/survey_sequence.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/intern.h"

enum { MAX_OPERATIONS = 10, NOBODY = UINT32_MAX };

struct group {
	const char *type;         /* "struct table *"; NULL: functions without an object */
	uint32_t unit, make, end; /* make, end: NOBODY if there is none */
	bool is_init;             /* 'make' fills an object that is there already */
	VEC(uint32_t) operation;
};

struct text {
	char *at;
	size_t n;
	FILE *out;
};

static void text_open(struct text *t) {
	t->at = NULL;
	t->out = open_memstream(&t->at, &t->n);
	if (!t->out)
		mem_exhausted();
}

static const char *text_close(struct text *t) {
	fclose(t->out);
	const char *text = intern(t->at);
	free(t->at);
	return text;
}

/* --- Which functions belong together. --- */

static bool has_word(const char *name, const char *const *word, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (strcasestr(name, word[i]))
			return true;
	return false;
}

static bool is_ending(const char *name) {
	static const char *const words[] = {"free",    "destroy", "close",  "delete",  "fini",
	                                    "cleanup", "release", "deinit", "shutdown"};
	return has_word(name, words, sizeof words / sizeof *words);
}

static bool is_starting(const char *name) {
	static const char *const words[] = {"init", "setup", "open", "start", "create"};
	return has_word(name, words, sizeof words / sizeof *words) && !strcasestr(name, "deinit");
}

/* "struct table *" of "const struct table *" and of "struct table *"; NULL: no pointer to one. */
static const char *object_type(const char *type) {
	if (!strncmp(type, "const ", 6))
		type += 6;
	size_t n = strlen(type);
	bool is_pointer = n > 2 && type[n - 1] == '*' && type[n - 2] == ' ';
	if (!is_pointer || strchr(type, '(') || strchr(type, '*') != type + n - 1)
		return NULL;
	static const char *const plain[] = {"void",     "char",   "int",   "long",   "short",
	                                    "unsigned", "signed", "float", "double", "_Bool",
	                                    "bool",     "size_t", "FILE"};
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
		size_t k = strlen(plain[i]);
		if (!strncmp(type, plain[i], k) && type[k] == ' ')
			return NULL;
	}
	if (strstr(type, "int8_t") || strstr(type, "int16_t") || strstr(type, "int32_t") ||
	    strstr(type, "int64_t"))
		return NULL;
	return intern(type);
}

/* The parameter that takes the object; -1: none. */
static int object_parameter(const struct survey_node *n, const char *type) {
	for (size_t i = 0; i < n->parameter.n; i++)
		if (object_type(n->parameter.at[i].type) == type)
			return (int)i;
	return -1;
}

/* Part of the interface: others may call it, and nobody here does. */
static bool is_interface(const struct survey_graph *g, const struct survey_node *n) {
	(void)g;
	return n->is_function && !n->is_static && !n->in_header && !n->is_thread &&
	       strcmp(n->name, "main") != 0;
}

static bool has_main(const struct survey_graph *g, uint32_t unit) {
	for (size_t i = 0; i < g->node.n; i++)
		if (g->node.at[i]->unit == unit && g->node.at[i]->is_function &&
		    !strcmp(g->node.at[i]->name, "main"))
			return true;
	return false;
}

static bool is_variadic_or_odd(const struct survey_node *n) {
	for (size_t i = 0; i < n->parameter.n; i++)
		if (strstr(n->parameter.at[i].type, "va_list") || strchr(n->parameter.at[i].type, '['))
			return true;
	return false;
}

static void fill_group(struct group *group, const struct survey_graph *g) {
	for (uint32_t i = 0; i < g->node.n; i++) {
		const struct survey_node *n = g->node.at[i];
		if (n->unit != group->unit || !is_interface(g, n) || is_variadic_or_odd(n))
			continue;
		int at = object_parameter(n, group->type);
		bool makes = object_type(n->type) == group->type && strncmp(n->type, "const ", 6) != 0;
		if (at < 0 && makes && (group->make == NOBODY || group->is_init)) {
			group->make = i;
			group->is_init = false;
		} else if (at == 0 && group->make == NOBODY && is_starting(n->name)) {
			group->make = i;
			group->is_init = true;
		} else if (at == 0 && n->parameter.n == 1 && is_ending(n->name) && group->end == NOBODY)
			group->end = i;
		else if (at >= 0 && group->operation.n < MAX_OPERATIONS)
			vec_push(&group->operation, i);
	}
	/* One that was taken for an operation before a better maker was found stays one; the maker does
	 * not. */
	size_t k = 0;
	for (size_t i = 0; i < group->operation.n; i++)
		if (group->operation.at[i] != group->make)
			group->operation.at[k++] = group->operation.at[i];
	group->operation.n = k;
}

static bool shares_variable(const struct survey_graph *g, const struct survey_node *a) {
	for (size_t i = 0; i < a->uses.n; i++)
		if (!g->node.at[a->uses.at[i]]->is_function)
			return true;
	return false;
}

/* Functions of a source that work on its variables and take no object of their own. */
static void fill_plain(struct group *group, const struct survey_graph *g) {
	for (uint32_t i = 0; i < g->node.n; i++) {
		const struct survey_node *n = g->node.at[i];
		if (n->unit != group->unit || !is_interface(g, n) || is_variadic_or_odd(n) ||
		    !shares_variable(g, n))
			continue;
		if (group->make == NOBODY && is_starting(n->name))
			group->make = i;
		else if (group->end == NOBODY && is_ending(n->name) && !n->parameter.n)
			group->end = i;
		else if (group->operation.n < MAX_OPERATIONS)
			vec_push(&group->operation, i);
	}
}

/* --- The text. --- */

enum { STRING_LENGTH = 5 };

/* Texts are made here: any characters, and an end. */
static bool is_text(const char *type) {
	return !strcmp(type, "const char *") || !strcmp(type, "char *");
}

static bool is_size(const char *type) {
	return !strcmp(type, "size_t") || !strcmp(type, "int") || !strcmp(type, "unsigned int") ||
	       !strcmp(type, "unsigned long") || !strcmp(type, "long");
}

/* Arrays for the texts among the parameters.  A number behind a text that may be written is the
 * size of it. */
static void put_texts(FILE *out, const struct survey_node *n, int object, char prefix) {
	for (size_t i = 0; i < n->parameter.n; i++) {
		const struct survey_parameter *p = &n->parameter.at[i];
		if ((int)i == object || !is_text(p->type))
			continue;
		fprintf(out, "\tchar %c_%zu_%s[%d];\n\t%c_%zu_%s[%d] = 0;\n", prefix, i, p->name,
		        STRING_LENGTH + 1, prefix, i, p->name, STRING_LENGTH);
		if (strncmp(p->type, "const", 5) != 0 && i + 1 < n->parameter.n &&
		    is_size(n->parameter.at[i + 1].type))
			fprintf(out, "\tif (%c_%zu_%s < 0 || %c_%zu_%s > %d)\n\t\treturn;\n", prefix, i + 1,
			        n->parameter.at[i + 1].name, prefix, i + 1, n->parameter.at[i + 1].name,
			        STRING_LENGTH + 1);
	}
}

/* Each says which parameter of which call it is: what stands side by side here need not belong
 * together (frontend/program/entry_params.c). */
static void put_parameters(FILE *out, const struct survey_node *n, int object, char prefix,
                           bool *first) {
	for (size_t i = 0; i < n->parameter.n; i++) {
		const struct survey_parameter *p = &n->parameter.at[i];
		if ((int)i == object || is_text(p->type))
			continue;
		fputs(*first ? "" : ", ", out);
		*first = false;
		if (strchr(p->type, '('))
			fprintf(out, "__typeof__(%s) %c_%zu_%s", p->type, prefix, i, p->name);
		else
			fprintf(out, "%s %c_%zu_%s", p->type, prefix, i, p->name);
		fprintf(out, " __attribute__((annotate(\"__mt_call %c %zu %s\")))", prefix, i, p->name);
	}
}

static void put_call(FILE *out, const struct survey_node *n, int object, char prefix,
                     const char *base) {
	fprintf(out, "%s(", n->name);
	for (size_t i = 0; i < n->parameter.n; i++) {
		fputs(i ? ", " : "", out);
		if ((int)i == object)
			fprintf(out, "%sobject", base);
		else
			fprintf(out, "%s%c_%zu_%s", base, prefix, i, n->parameter.at[i].name);
	}
	fputc(')', out);
}

static void put_thread(FILE *out, const struct survey_node *n, int object, char prefix) {
	fprintf(out, "static struct {\n");
	for (size_t i = 0; i < n->parameter.n; i++) {
		const struct survey_parameter *p = &n->parameter.at[i];
		if ((int)i == object)
			fprintf(out, "\t__typeof__(%s) object;\n", p->type);
		else
			fprintf(out, "\t__typeof__(%s) %c_%zu_%s;\n", p->type, prefix, i, p->name);
	}
	fprintf(out, "\tint unused;\n} survey_%c;\n", prefix);
	fprintf(out, "static void *survey_thread_%c(void *unused) {\n\t(void)unused;\n\t(void)",
	        prefix);
	char base[] = "survey_x.";
	base[7] = prefix;
	put_call(out, n, object, prefix, base);
	fputs(";\n\treturn 0;\n}\n", out);
}

static void put_start(FILE *out, const struct survey_node *n, int object, char prefix) {
	for (size_t i = 0; i < n->parameter.n; i++) {
		const struct survey_parameter *p = &n->parameter.at[i];
		if ((int)i == object)
			fprintf(out, "\tsurvey_%c.object = object;\n", prefix);
		else
			fprintf(out, "\tsurvey_%c.%c_%zu_%s = %c_%zu_%s;\n", prefix, prefix, i, p->name, prefix,
			        i, p->name);
	}
	fprintf(out, "\tpthread_t survey_id_%c;\n", prefix);
	fprintf(out, "\tif (pthread_create(&survey_id_%c, 0, survey_thread_%c, 0))\n\t\treturn;\n",
	        prefix, prefix);
}

static void put_make(FILE *out, const struct group *group, const struct survey_node *make) {
	int object = group->type ? object_parameter(make, group->type) : -1;
	if (!group->type) {
		bool is_int = !strcmp(make->type, "int"), is_bool = strstr(make->type, "ool") != NULL;
		fputs(is_int || is_bool ? "\tif (" : "\t", out);
		fputs(is_bool ? "!" : "", out);
		put_call(out, make, -1, 'c', "");
		fputs(is_int ? " < 0)\n\t\treturn;\n" : is_bool ? ")\n\t\treturn;\n" : ";\n", out);
		return;
	}
	if (!group->is_init) {
		fprintf(out, "\t__typeof__(%s) object = ", group->type);
		put_call(out, make, -1, 'c', "");
		fputs(";\n\tif (!object)\n\t\treturn;\n", out);
		return;
	}
	bool is_int = !strcmp(make->type, "int"), is_bool = strstr(make->type, "ool") != NULL;
	fprintf(out, "\t%.*s survey_storage, *object = &survey_storage;\n",
	        (int)strlen(group->type) - 2, group->type);
	fputs(is_int || is_bool ? "\tif (" : "\t", out);
	fputs(is_bool ? "!" : "", out);
	put_call(out, make, object, 'c', "");
	fputs(is_int ? " != 0)\n\t\treturn;\n" : is_bool ? ")\n\t\treturn;\n" : ";\n", out);
}

static void add_sequence(survey_sequences *to, const struct survey_graph *g,
                         const struct group *group, const uint32_t *operation, size_t n,
                         bool is_parallel) {
	struct survey_sequence s = {
	    .is_parallel = is_parallel, .has_object = group->type, .tried = operation[n - 1]};
	char path[PATH_MAX];
	const char *file = g->unit.at[group->unit].file;
	if (!realpath(file, path) || strpbrk(path, "\"\\\n"))
		return;
	const struct survey_node *make = group->make != NOBODY ? g->node.at[group->make] : NULL;
	const struct survey_node *end = group->end != NOBODY ? g->node.at[group->end] : NULL;
	struct text t, words;
	text_open(&t);
	text_open(&words);
	fprintf(t.out, "#include \"%s\"\n", path);
	if (is_parallel)
		fputs("#include <pthread.h>\n", t.out);
	for (size_t i = 0; i < n && is_parallel; i++) {
		const struct survey_node *f = g->node.at[operation[i]];
		put_thread(t.out, f, group->type ? object_parameter(f, group->type) : -1, (char)('p' + i));
	}
	bool first = true;
	fprintf(t.out, "static void *survey_kept[%zu];\nvoid " SEQUENCE_FUNCTION "(", n);
	if (make)
		put_parameters(t.out, make, group->is_init ? object_parameter(make, group->type) : -1, 'c',
		               &first);
	for (size_t i = 0; i < n; i++) {
		const struct survey_node *f = g->node.at[operation[i]];
		put_parameters(t.out, f, group->type ? object_parameter(f, group->type) : -1,
		               (char)('p' + i), &first);
	}
	fprintf(t.out, "%s) {\n", first ? "void" : "");
	if (make)
		put_texts(t.out, make, group->is_init ? object_parameter(make, group->type) : -1, 'c');
	for (size_t i = 0; i < n; i++) {
		const struct survey_node *f = g->node.at[operation[i]];
		put_texts(t.out, f, group->type ? object_parameter(f, group->type) : -1, (char)('p' + i));
	}
	if (make) {
		put_make(t.out, group, make);
		s.call[s.n++] = group->make;
		fprintf(words.out, "%s", make->name);
	}
	for (size_t i = 0; i < n; i++) {
		const struct survey_node *f = g->node.at[operation[i]];
		int object = group->type ? object_parameter(f, group->type) : -1;
		s.call[s.n++] = operation[i];
		fprintf(words.out, "%s%s", s.n == 1 ? "" : is_parallel && i ? " beside " : ", ", f->name);
		if (is_parallel) {
			put_start(t.out, f, object, (char)('p' + i));
			continue;
		}
		/* What it returns is not lost while the calls go on. */
		if (strchr(f->type, '*') && !strchr(f->type, '('))
			fprintf(t.out, "\tsurvey_kept[%zu] = (void *)", i);
		else
			fputs("\t(void)", t.out);
		put_call(t.out, f, object, (char)('p' + i), "");
		fputs(";\n", t.out);
	}
	for (size_t i = 0; i < n && is_parallel; i++)
		fprintf(t.out, "\tpthread_join(survey_id_%c, 0);\n", (char)('p' + i));
	if (end) {
		fprintf(t.out, "\t%s(%s);\n", end->name, group->type ? "object" : "");
		s.call[s.n++] = group->end;
		fprintf(words.out, "%s%s", s.n == 1 ? "" : ", ", end->name);
	}
	fputs("}\n", t.out);
	s.text = text_close(&t);
	s.in_words = text_close(&words);
	vec_push(to, s);
}

static bool is_wanted(const bool *wanted, const struct group *group, const uint32_t *at, size_t n) {
	if (!wanted || (group->make != NOBODY && wanted[group->make]) ||
	    (group->end != NOBODY && wanted[group->end]))
		return true;
	for (size_t i = 0; i < n; i++)
		if (wanted[at[i]])
			return true;
	return false;
}

/* Itself or what it calls in its source. */
static bool uses_locks(const struct survey_graph *g, const struct survey_node *n) {
	if (n->locks)
		return true;
	for (size_t i = 0; i < n->uses.n; i++)
		if (g->node.at[n->uses.at[i]]->locks)
			return true;
	return false;
}

static void add_group(survey_sequences *to, const struct survey_graph *g, const struct group *group,
                      const bool *wanted) {
	size_t n = group->operation.n;
	bool locks = false;
	for (size_t i = 0; i < n; i++)
		locks |= uses_locks(g, g->node.at[group->operation.at[i]]);
	if (group->type && group->make == NOBODY)
		return; /* the objects come from somewhere else */
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++) {
			uint32_t two[] = {group->operation.at[k], group->operation.at[i]};
			if (is_wanted(wanted, group, two, 2))
				add_sequence(to, g, group, two, 2, false);
		}
	for (size_t i = 0; i < n; i++)
		for (size_t k = i; k < n && locks; k++) {
			uint32_t two[] = {group->operation.at[k], group->operation.at[i]};
			if (is_wanted(wanted, group, two, 2))
				add_sequence(to, g, group, two, 2, true);
		}
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++) {
			uint32_t three[] = {group->operation.at[k], group->operation.at[k],
			                    group->operation.at[i]};
			if (i != k && is_wanted(wanted, group, three, 3))
				add_sequence(to, g, group, three, 3, false);
		}
}

void survey_sequences_make(survey_sequences *to, const struct survey_graph *g, const bool *wanted) {
	for (uint32_t unit = 0; unit < g->unit.n; unit++) {
		if (g->unit.at[unit].wrong || has_main(g, unit))
			continue;
		VEC(const char *) type = {0};
		for (size_t i = 0; i < g->node.n; i++) {
			const struct survey_node *n = g->node.at[i];
			const char *made = n->unit == unit && is_interface(g, n) && n->parameter.n
			                       ? object_type(n->parameter.at[0].type)
			                       : NULL;
			bool known = !made;
			for (size_t k = 0; k < type.n && !known; k++)
				known = type.at[k] == made;
			if (!known)
				vec_push(&type, made);
		}
		for (size_t i = 0; i < type.n; i++) {
			struct group group = {type.at[i], unit, NOBODY, NOBODY, false, {0}};
			fill_group(&group, g);
			add_group(to, g, &group, wanted);
			vec_free(&group.operation);
		}
		struct group plain = {NULL, unit, NOBODY, NOBODY, false, {0}};
		fill_plain(&plain, g);
		add_group(to, g, &plain, wanted);
		vec_free(&plain.operation);
		vec_free(&type);
	}
}
