/* --write-stubs: a body for each function that has none, for somebody to change.
 *
 * Results are arbitrary within their type, errno with them; nothing is written through pointers.
 * What has to be decided stands there as a comment.  The file compiles beside the program.
 */
#include <string.h>

#include "tasks/missing.h"
#include "util/base/intern.h"

/* The function of SV-COMP's rules that yields any value of a scalar type, and its type. */
static const char *nondet_of(const struct type *t, const char **spelled) {
	static const struct {
		uint32_t bits;
		bool is_signed;
		const char *name, *type;
	} integers[] = {
	    {8, true, "char", "char"},
	    {8, false, "uchar", "unsigned char"},
	    {16, true, "short", "short"},
	    {16, false, "ushort", "unsigned short"},
	    {32, true, "int", "int"},
	    {32, false, "uint", "unsigned int"},
	    {64, true, "longlong", "long long"},
	    {64, false, "ulonglong", "unsigned long long"},
	};
	if (t->kind == TYPE_BOOL) {
		*spelled = "_Bool";
		return "bool";
	}
	if (t->kind == TYPE_FLOAT && (t->bits == 32 || t->bits == 64)) {
		*spelled = t->bits == 32 ? "float" : "double";
		return *spelled;
	}
	for (size_t i = 0; t->kind == TYPE_INT && i < sizeof integers / sizeof *integers; i++)
		if (t->bits == integers[i].bits && t->is_signed == integers[i].is_signed) {
			*spelled = integers[i].type;
			return integers[i].name;
		}
	return NULL;
}

/* Each declaration once. */
struct preamble {
	FILE *to;
	VEC(const char *) line;
};

static void declare(struct preamble *p, const char *text) {
	for (size_t i = 0; i < p->line.n; i++)
		if (p->line.at[i] == text)
			return;
	vec_push(&p->line, text);
	fprintf(p->to, "%s\n", text);
}

static const struct type *result_of(const struct symbol *s) {
	return s->type->elem;
}

static void declare_for(struct preamble *p, const struct symbol *s) {
	const char *spelled;
	const char *name = nondet_of(result_of(s), &spelled);
	for (uint32_t i = 0; s->prototype && i < s->prototype->nneeds; i++)
		declare(p, s->prototype->need[i]);
	if (name && !s->is_noreturn)
		declare(p, intern_printf("extern %s __VERIFIER_nondet_%s(void);", spelled, name));
	for (uint32_t i = 0; s->prototype && i < s->prototype->nparams && i < s->type->n; i++) {
		const struct type *t = s->type->param[i];
		bool is_target = t->kind == TYPE_POINTER && !s->prototype->is_const[i];
		name = is_target ? nondet_of(t->elem, &spelled) : NULL;
		if (name)
			declare(p, intern_printf("extern %s __VERIFIER_nondet_%s(void);", spelled, name));
	}
}

static void write_uses(FILE *to, const struct missing_function *f) {
	fprintf(to, "\n/* ");
	for (size_t i = 0; i < f->use.n; i++) {
		const struct missing_use *u = &f->use.at[i];
		fprintf(to, "%s%s in %s at %s:%u", i ? ",\n * " : "",
		        u->is_call ? "called" : "address taken", u->function,
		        u->loc.file ? u->loc.file : "?", u->loc.line);
	}
	const struct loc loc = f->symbol->loc;
	if (loc.file)
		fprintf(to, "; declared at %s:%u", loc.file, loc.line);
	fputs(" */\n", to);
}

/* What it may write through a pointer. */
static void write_pointers(FILE *to, const struct symbol *s) {
	const struct prototype *p = s->prototype;
	for (uint32_t i = 0; p && i < p->nparams && i < s->type->n; i++) {
		const struct type *t = s->type->param[i];
		const char *spelled;
		if (t->kind != TYPE_POINTER || p->is_const[i] || t->elem->kind == TYPE_FUNC)
			continue;
		const char *name = nondet_of(t->elem, &spelled);
		fprintf(to, "\t/* decide: what does it write to *%s, and how much?  ", p->param[i]);
		if (name)
			fprintf(to, "*%s = __VERIFIER_nondet_%s(); */\n", p->param[i], name);
		else if (t->elem->size)
			fprintf(to, "__VERIFIER_nondet_memory(%s, %llu); */\n", p->param[i],
			        (unsigned long long)t->elem->size);
		else
			fprintf(to, "__VERIFIER_nondet_memory(%s, size); */\n", p->param[i]);
	}
}

static void write_errno(FILE *to, const char *when) {
	fprintf(to, "\tif (%s) {\n", when);
	fputs("\t\terrno = __VERIFIER_nondet_int(); /* decide: which errors, if any? */\n"
	      "\t\t__VERIFIER_assume(errno > 0);\n\t}\n",
	      to);
}

enum { TEXT = 8 }; /* characters of a string, with its end */

static void write_pointer_result(FILE *to, const struct symbol *s) {
	const struct type *t = result_of(s);
	const char *result = s->prototype->result;
	if (t->elem->kind == TYPE_FUNC) {
		fprintf(to, "\t%s = 0; /* decide: which function? */\n\treturn result;\n", result);
		return;
	}
	bool is_text = type_is_integer(t->elem) && t->elem->size == 1;
	unsigned long long size = is_text ? TEXT : t->elem->size ? t->elem->size : 1;
	fputs("\t/* decide: may it be null, and is it a new object, one of the program, or part of an "
	      "argument? */\n",
	      to);
	fprintf(to, "\t%s = __VERIFIER_nondet_bool() ? malloc(%llu) : 0;\n", result, size);
	if (is_text)
		fprintf(to, "\tif (result)\n\t\t((char *)result)[%d] = 0; /* decide: how long? */\n",
		        TEXT - 1);
	write_errno(to, "!result");
	fputs("\treturn result;\n", to);
}

static void write_body(FILE *to, const struct symbol *s) {
	const struct type *t = result_of(s);
	const char *spelled, *name = nondet_of(t, &spelled);
	fputs("{\n", to);
	write_pointers(to, s);
	if (s->is_noreturn) {
		fputs("\t_Exit(1); /* it is declared not to return */\n", to);
	} else if (name) {
		fputs("\t/* decide: which results are possible for these arguments? */\n", to);
		fprintf(to, "\t%s = __VERIFIER_nondet_%s();\n", s->prototype->result, name);
		if (t->kind == TYPE_INT && t->is_signed && t->bits >= 32)
			write_errno(to, "result < 0");
		fputs("\treturn result;\n", to);
	} else if (t->kind == TYPE_POINTER) {
		write_pointer_result(to, s);
	} else if (t->kind != TYPE_VOID) {
		fprintf(to, "\t%s; /* a variable without a value has any */\n\treturn result;\n",
		        s->prototype->result);
	}
	fputs("}\n", to);
}

void stubs_write(FILE *to, const struct missing *m, const char *command) {
	fprintf(to,
	        "/* Functions without body and model: a start, to be changed.\n"
	        " *\n"
	        " *     %s\n"
	        " *\n"
	        " * Their results are arbitrary; they write nothing through pointers.  A verdict with "
	        "this\n"
	        " * file is about functions that do what stands here: decide where a comment asks.\n"
	        " */\n"
	        "#include <errno.h>\n"
	        "#include <stdlib.h>\n\n",
	        command);
	struct preamble p = {.to = to};
	declare(&p, intern("extern void __VERIFIER_assume(int);"));
	declare(&p, intern("extern _Bool __VERIFIER_nondet_bool(void);"));
	declare(&p, intern("extern int __VERIFIER_nondet_int(void);"));
	declare(&p, intern("extern void __VERIFIER_nondet_memory(void *, size_t);"));
	for (size_t i = 0; i < m->function.n; i++)
		declare_for(&p, m->function.at[i].symbol);
	vec_free(&p.line);
	for (size_t i = 0; i < m->function.n; i++) {
		const struct symbol *s = m->function.at[i].symbol;
		write_uses(to, &m->function.at[i]);
		if (!s->prototype || s->prototype->has_nameless) {
			fprintf(to, "/* not written, since a type has no name: %s */\n",
			        missing_prototype(m, s));
			continue;
		}
		fprintf(to, "%s\n", s->prototype->text);
		write_body(to, s);
	}
}
