/* report/story/cause_words.h -- words for the events of a cause: who, what, where. */
#ifndef REPORT_STORY_CAUSE_WORDS_H
#define REPORT_STORY_CAUSE_WORDS_H

#include "result/result.h"

struct cause_words {
	struct arena *arena;
	const struct property_result *property;
	const struct cause *cause;
	bool is_brief; /* no values, and no name of the file in which everything is */
};

enum tense { PRESENT, PAST, COULD };

/* The event of the cause that has the role; NULL: it is not known. */
const struct cause_event *cause_role(const struct cause *, size_t);
bool cause_is_known(const struct cause_event *);

const char *words_thread(const struct cause_words *, uint32_t thread); /* "T1" */
const char *words_place(const struct cause_words *, struct loc);       /* "pool.c:7" */
const char *words_object(const struct cause_event *);                  /* "left" */
/* "left = 2" of a read or write */
const char *words_valued(const struct cause_words *, const struct cause_event *);
bool words_same_place(const struct cause_event *, const struct cause_event *);
bool words_same_object(const struct cause_event *, const struct cause_event *); /* or NULL */

/* "T1 read left = 2 (pool.c:7)"; 'named' is an event whose object is "it" from then on, or NULL. */
const char *words_event(const struct cause_words *, const struct cause_event *, enum tense,
                        const struct cause_event *named);
/* The same without a position. */
const char *words_act(const struct cause_words *, const struct cause_event *, enum tense,
                      const struct cause_event *named);
/* "i <= len (4 <= 4, a.c:9)", "i <= len was false (a.c:9)" */
const char *words_condition(const struct cause_words *, const struct cause_event *);
/* " (pool.c:7)", of a branch " (4 <= 4, pool.c:7)" */
const char *words_where(const struct cause_words *, const struct cause_event *);
/* "m", "a and b"; NULL: the thread holds no lock at the event. */
const char *words_held(const struct cause_words *, const struct cause_event *);
/* Is the lock held at the event? */
bool words_holds(const struct cause_event *, const char *object);

#endif
