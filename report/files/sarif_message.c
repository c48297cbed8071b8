/* The message of a result: what is violated, why, what mends it, and links to the positions that it
 * is about. */
#include <ctype.h>
#include <string.h>

#include "report/files/sarif_writer.h"
#include "report/story/cause.h"
#include "report/story/cause_notes.h"
#include "util/text/path.h"

#define MAX_LINKS 64

struct message {
	struct sarif *s;
	const struct conflict_notes *related;
	bool linked[MAX_LINKS]; /* by the text so far */
};

static const char *escape(struct arena *arena, const char *text, const char *special) {
	char *to = arena_alloc(arena, 2 * strlen(text) + 1), *at = to;
	for (; *text; text++) {
		if (strchr(special, *text))
			*at++ = '\\';
		*at++ = *text;
	}
	*at = 0;
	return to;
}

/* Brackets in the words of a link would end it. */
static const char *link_text(struct arena *arena, const char *text) {
	return escape(arena, text, "[]\\");
}

/* The length of "pool.c:7" at the beginning of the text; 0: something else is there. */
static size_t position_length(struct arena *arena, const char *text, struct loc loc) {
	if (!loc.file || !loc.line)
		return 0;
	const char *position = arena_printf(arena, "%s:%u", path_base(loc.file), loc.line);
	size_t n = strlen(position);
	return !strncmp(text, position, n) && !isdigit((unsigned char)text[n]) ? n : 0;
}

/* The first related position that is written here and that nothing has a link to yet, else one that
 * has. */
static size_t find_link(struct message *m, const char *text, size_t *length) {
	size_t found = MAX_LINKS;
	for (size_t i = 0; i < m->related->n && i < MAX_LINKS; i++) {
		size_t n = position_length(m->s->arena, text, m->related->at[i].loc);
		if (!n || (found < MAX_LINKS && m->linked[i]))
			continue;
		found = i;
		*length = n;
		if (!m->linked[i])
			break;
	}
	return found;
}

/* The text with its positions as links. */
static const char *with_links(struct message *m, const char *text) {
	char *to = arena_alloc(m->s->arena, 16 * strlen(text) + 1),
	     *at = to;       /* of a position of 3 bytes: 12 */
	bool inside = false; /* of a name or a number */
	for (size_t length = 1; *text; text += length) {
		size_t link = MAX_LINKS;
		length = 1;
		if (!inside)
			link = find_link(m, text, &length);
		if (link < MAX_LINKS) {
			m->linked[link] = true;
			const char *words =
			    link_text(m->s->arena, arena_printf(m->s->arena, "%.*s", (int)length, text));
			at += sprintf(at, "[%s](%zu)", words, link + 1);
		} else
			*at++ = *text;
		char last = text[length - 1];
		inside =
		    isalnum((unsigned char)last) || strchr("_./-", last) || (unsigned char)last >= 0x80;
	}
	*at = 0;
	return to;
}

/* The other positions as links of their own. */
static const char *other_links(struct message *m) {
	const char *text = "";
	bool any = false;
	for (size_t i = 0; i < m->related->n; i++) {
		if (i < MAX_LINKS && m->linked[i])
			continue;
		text = arena_printf(m->s->arena, "%s%s [%s](%zu)", text, any ? ";" : "",
		                    link_text(m->s->arena, m->related->at[i].text), i + 1);
		any = true;
	}
	return text;
}

static const char *plain(struct sarif *s, const struct result *r, const struct property_result *p,
                         const struct conflict_notes *related) {
	struct message m = {.s = s, .related = related};
	const char *claim = cause_claim(s->arena, p), *why = cause_reason(s->arena, p);
	const char *change = sarif_change_text(s, r, p, false);
	why = why ? with_links(&m, why) : NULL;
	const char *others = other_links(&m);
	return arena_printf(s->arena, "%s%s%s%s%s%s", claim, why || change || *others ? "." : "",
	                    why ? " " : "", why ? why : "", change ? change : "", others);
}

void sarif_result_message(struct sarif *s, const struct result *r, const struct property_result *p,
                          const struct conflict_notes *related) {
	struct json *j = &s->j;
	const char *text = plain(s, r, p, related), *change = sarif_change_text(s, r, p, true);
	json_put_object(j, "message");
	json_put(j, "text", *text ? text : "?");
	if (change) {
		const char *words = escape(s->arena, cause_message(s->arena, p), "\\`*_[]<>&#|~");
		json_put(j, "markdown", arena_printf(s->arena, "%s%s", words, change));
	}
	json_close(j);
}
