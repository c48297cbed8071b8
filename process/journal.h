/* process/journal.h -- a file from which a long search goes on after its process was killed.
 *
 * The first line is the header: a version, and a text of the caller which says what the search
 * depends on.  Each line after it is one record: an item of the work list that is finished, the
 * items that it added to the list and the results that it found.  A record is written by one
 * write(), so after kill -9 at any moment the file holds complete records and at most the
 * beginning of one more.  Every line begins with a checksum; whatever follows the first line that
 * is incomplete or damaged is dropped when the journal is opened, and the items of the dropped
 * records are open again.
 *
 *   journal_open --> journal_past: what earlier processes have done --> journal_write ... -->
 * journal_close
 *
 * Invariant: the open items are those that were added and not finished; an item that was handed out
 * and not finished is open.  The lock on the file (fcntl) belongs to the process: a child made by
 * fork does not hold it, and it ends with the process.
 *
 * A search of bounds has no list of items: symex/explore/checkpoint.h.
 */
#ifndef PROCESS_JOURNAL_H
#define PROCESS_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

struct journal;

struct journal_record { /* texts may contain any character but 0 */
	const char *item;   /* finished; NULL: the record begins the search */
	const char *const *added;
	size_t nadded;
	const char *const *found;
	size_t nfound;
	const char *stop; /* the search ended with this result; or NULL */
	const char *note; /* of the record that begins the search; or NULL */
};

struct journal_past {
	char **open; /* in the order in which they were added */
	size_t nopen;
	char **found;
	size_t nfound;
	const char *stop; /* the search has ended with this result; or NULL */
	const char *note; /* or NULL */
	size_t nfinished; /* items */
	bool begun;       /* the record that begins the search is there */
};

enum journal_use {
	JOURNAL_ANEW,   /* a journal that is there is emptied, whatever it is of */
	JOURNAL_PAST,   /* it must be there, and its header must have the same text */
	JOURNAL_EITHER, /* the same if it is there; if not, it is created */
};

/* NULL: *why says in one message, with the path, why not: another text, no journal at all, in use
 * by another process. */
struct journal *journal_open(const char *path, const char *text, enum journal_use, char *why,
                             size_t size);
const struct journal_past *journal_past(const struct journal *); /* as it was when opened */
void journal_write(struct journal *, const struct journal_record *);
/* Why records cannot be written any more, for example since the disk is full; NULL: they can.  The
 * file then ends with the last complete record. */
const char *journal_error(const struct journal *);
void journal_close(struct journal *); /* NULL is allowed */
/* In a child made by fork: closes the file, which its parent goes on using. */
void journal_leave(struct journal *);

#endif
