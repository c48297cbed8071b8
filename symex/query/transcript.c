#include "symex/query/transcript.h"

#include "symex/config.h"

static const struct property *property_of(const struct symex *x, const struct vc *vc) {
	bool is_one = vc->property < properties_count(x->properties);
	return is_one ? properties_at(x->properties, vc->property) : NULL;
}

static void print_position(FILE *out, const struct symex *x, const struct vc *vc) {
	const struct property *p = property_of(x, vc);
	if (p)
		fprintf(out, "[%s] ", p->id);
	if (vc->loc.file)
		fprintf(out, "%s:%u:%u: ", vc->loc.file, vc->loc.line, vc->loc.col);
	fprintf(out, "%s\n", p ? p->text : "the loop goes on after its bound");
}

static void show(struct symex *x, FILE *out, const struct vc *vc) {
	struct arena *arena = arena_open();
	print_position(out, x, vc);
	for (uint32_t i = 0; i < vc->nassumed; i++)
		fprintf(out, "{-%u} %s\n", i + 1, term_print(x->ts, arena, x->assumption.at[i]));
	term holds = term_not(x->ts, vc->violated);
	fprintf(out, "|--------------------------\n{1} %s\n\n", term_print(x->ts, arena, holds));
	arena_close(arena);
}

/* An assumption counts for the conditions recorded after it. */
static term some_violation(struct symex *x) {
	term any = term_false(x->ts), known = term_true(x->ts);
	uint32_t at = 0;
	for (size_t i = 0; i < x->vc.n; i++) {
		for (; at < x->vc.at[i].nassumed; at++)
			known = term_and(x->ts, known, x->assumption.at[at]);
		any = term_or(x->ts, any, term_and(x->ts, known, x->vc.at[i].violated));
	}
	return any;
}

static void write_script(struct symex *x, FILE *out) {
	term question = some_violation(x);
	if (term_is_false(x->ts, question))
		return;
	struct arena *arena = arena_open();
	if (x->query.written++)
		fprintf(out, "(reset)\n");
	for (size_t i = 0; i < x->vc.n; i++) {
		fprintf(out, "; ");
		print_position(out, x, &x->vc.at[i]);
	}
	fputs(terms_print_query(x->ts, arena, &question, 1), out);
	fflush(out); /* the process may be killed */
	arena_close(arena);
}

void transcript_question(struct symex *x) {
	for (size_t i = 0; x->config->vcc && i < x->vc.n; i++)
		show(x, x->config->vcc, &x->vc.at[i]);
	if (x->config->smt2)
		write_script(x, x->config->smt2);
}
