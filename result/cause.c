#include "result/cause.h"

static void event_free(struct cause_event *e) {
	vec_free(&e->held);
}

void cause_free(struct cause *c) {
	for (size_t i = 0; i < c->fact.n; i++) {
		event_free(&c->fact.at[i].first);
		event_free(&c->fact.at[i].second);
	}
	for (size_t i = 0; i < c->role.n; i++)
		event_free(&c->role.at[i]);
	event_free(&c->point);
	vec_free(&c->fact);
	vec_free(&c->role);
}

const char *cause_kind_name(enum cause_kind kind) {
	static const char *const name[] = {
#define CAUSE(KIND, name, words) name,
#include "result/cause_kinds.def"
	};
	return name[kind];
}

const char *cause_kind_words(enum cause_kind kind) {
	static const char *const words[] = {
#define CAUSE(KIND, name, words) words,
#include "result/cause_kinds.def"
	};
	return words[kind];
}

const char *cause_class_name(enum cause_class class) {
	static const char *const name[] = {"order", "input", "decision", "condition"};
	return name[class];
}
