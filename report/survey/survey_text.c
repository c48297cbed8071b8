#include "report/base/paint.h"
#include "report/survey/survey.h"

const char *survey_class_name(enum survey_class class) {
	static const char *const names[] = {
	    [SURVEY_MAIN] = "main",   [SURVEY_CALLS] = "calls",     [SURVEY_SOME] = "arguments",
	    [SURVEY_GUESS] = "guess", [SURVEY_DROPPED] = "dropped",
	};
	return names[class];
}

const char *survey_outcome_name(enum survey_outcome outcome) {
	static const char *const names[] = {
	    [OUTCOME_PROVED] = "proved",     [OUTCOME_BOUNDED] = "within bounds",
	    [OUTCOME_FINDINGS] = "findings", [OUTCOME_UNFINISHED] = "unfinished",
	    [OUTCOME_WRONG] = "no run",      [OUTCOME_UNREACHED] = "not reached",
	};
	return names[outcome];
}

size_t survey_count(const struct survey_report *s, enum survey_outcome outcome) {
	size_t n = 0;
	for (size_t i = 0; i < s->function.n; i++)
		n += s->function.at[i].outcome == outcome;
	return n;
}

static const char *heading(enum survey_class class) {
	static const char *const texts[] = {
	    [SURVEY_MAIN] = "The program does it:",
	    [SURVEY_CALLS] = "Calls that are allowed do it:",
	    [SURVEY_SOME] = "Some call does it; whether anybody calls it so is not known:",
	    [SURVEY_GUESS] = "Only if a function without a body does what is said:",
	    [SURVEY_DROPPED] = "Callers in the project were tried, and none of them does it:",
	};
	return texts[class];
}

static void print_finding(FILE *out, const struct survey_finding *f, size_t rank, bool colour) {
	fprintf(out, "%3zu  %s%s:%u:%u%s: %s [%s]\n", rank, colour ? BOLD : "",
	        f->loc.file ? f->loc.file : "?", f->loc.line, f->loc.col, colour ? PLAIN : "", f->text,
	        f->class_name);
	fprintf(out, "     in %s, %s%s%s\n", f->function && *f->function ? f->function : f->entry,
	        f->how, f->note ? "; " : "", f->note ? f->note : "");
	if (f->reproduce)
		fprintf(out, "     %s\n", f->reproduce);
}

static void print_findings(FILE *out, const struct survey_report *s,
                           const struct survey_text_config *c) {
	enum survey_class last = 0;
	size_t rank = 0, dropped = 0;
	for (size_t i = 0; i < s->finding.n; i++) {
		const struct survey_finding *f = &s->finding.at[i];
		if (f->class == SURVEY_DROPPED && !c->all) {
			dropped++;
			continue;
		}
		if (f->class != last)
			fprintf(out, "%s%s\n", last ? "\n" : "", heading(f->class));
		last = f->class;
		print_finding(out, f, ++rank, c->colour);
	}
	if (last)
		fputc('\n', out);
	if (dropped)
		fprintf(out, "%zu more that no caller in the project can cause (--verbose lists them)\n",
		        dropped);
}

static void print_gaps(FILE *out, const struct survey_report *s, bool all) {
	enum { FEW = 5 };
	static const enum survey_outcome open[] = {OUTCOME_UNFINISHED, OUTCOME_WRONG};
	for (size_t k = 0; k < sizeof open / sizeof *open; k++) {
		size_t n = 0;
		for (size_t i = 0; i < s->function.n; i++) {
			const struct survey_function *f = &s->function.at[i];
			if (f->outcome != open[k] || (n++ >= FEW && !all))
				continue;
			fprintf(out, "%s: %s%s%s\n", survey_outcome_name(open[k]), f->name, f->why ? ": " : "",
			        f->why ? f->why : "");
		}
		if (n > FEW && !all)
			fprintf(out, "%s: %zu more (--verbose lists them)\n", survey_outcome_name(open[k]),
			        n - FEW);
	}
	for (size_t i = 0; i < s->left_out.n; i++) {
		const struct survey_left_out *l = &s->left_out.at[i];
		if (l->loc.line)
			fprintf(out, "left out: %s: %s:%u: %s\n", l->file, l->loc.file, l->loc.line, l->why);
		else
			fprintf(out, "left out: %s: %s\n", l->file, l->why);
	}
}

static void print_summary(FILE *out, const struct survey_report *s) {
	fprintf(out, "%zu %s: %zu proved, %zu within bounds, %zu unfinished, %zu with findings",
	        s->function.n, s->what, survey_count(s, OUTCOME_PROVED),
	        survey_count(s, OUTCOME_BOUNDED), survey_count(s, OUTCOME_UNFINISHED),
	        survey_count(s, OUTCOME_FINDINGS));
	if (survey_count(s, OUTCOME_WRONG))
		fprintf(out, ", %zu without a run", survey_count(s, OUTCOME_WRONG));
	if (survey_count(s, OUTCOME_UNREACHED))
		fprintf(out, ", %zu not reached", survey_count(s, OUTCOME_UNREACHED));
	fprintf(out, "\n%zu %s", s->runs, s->runs == 1 ? "run" : "runs");
	if (s->sequences)
		fprintf(out, ", %zu of them of calls in order", s->sequences);
	fprintf(out, "; %.0f s, %.0f s of processor time\n", s->seconds, s->cpu_seconds);
	if (s->in_headers)
		fprintf(out, "%zu functions of headers were looked at through their callers only\n",
		        s->in_headers);
}

static void print_verdict(FILE *out, const struct survey_report *s) {
	size_t n[SURVEY_DROPPED + 1] = {0};
	for (size_t i = 0; i < s->finding.n; i++)
		n[s->finding.at[i].class]++;
	size_t sure = n[SURVEY_MAIN] + n[SURVEY_CALLS], rest = n[SURVEY_SOME] + n[SURVEY_GUESS];
	fprintf(out, "SURVEY: %zu finding%s", sure, sure == 1 ? "" : "s");
	if (rest)
		fprintf(out, ", %zu more that rest%s on assumptions", rest, rest == 1 ? "s" : "");
	if (s->ended)
		fprintf(out, " (%s)", s->ended);
	fputc('\n', out);
}

void report_survey_text(FILE *out, const struct survey_report *s,
                        const struct survey_text_config *c) {
	print_findings(out, s, c);
	print_gaps(out, s, c->all);
	print_summary(out, s);
	print_verdict(out, s);
}
