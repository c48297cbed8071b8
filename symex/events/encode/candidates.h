/* symex/events/encode/candidates.h -- which writes a read may find, and the value that it finds
 * then.
 *
 * Left out are writes that must be after the read; marked are those that another write must
 * overwrite before it.
 */
#ifndef SYMEX_EVENTS_ENCODE_CANDIDATES_H
#define SYMEX_EVENTS_ENCODE_CANDIDATES_H

#include "symex/events/record/events.h"

struct rf_candidate { /* a write that a read may find */
	uint32_t write;   /* NO_EVENT: the initial value */
	uint32_t node;
	term same; /* it is to the bytes that are read */
	term happens;
	term value;
	bool is_covered; /* another write must come after it */
};

struct read_piece { /* bytes that are read at once */
	const struct event *read;
	uint32_t index; /* of the read */
	struct event_bytes at;
	term value;
};

struct rf_candidates {
	VEC(struct rf_candidate) at;
};

/* Adds the candidates for the piece, given all writes of the object. */
void candidates_find(struct events *, const struct read_piece *, const uint32_t *write, size_t n,
                     struct rf_candidates *to);
/* At an index, a write may have a part of the bytes.  Of the parts of this size, it has each or
 * not.
 */
uint32_t piece_grain(const struct events *, const struct read_piece *, const uint32_t *write,
                     size_t n);
/* 'n' bytes of the piece, beginning with byte 'from'. */
struct read_piece piece_part(struct events *, const struct read_piece *, uint32_t from, uint32_t n);
/* Is the write to all bytes of the piece, if it is to some? */
bool piece_is_covered(const struct event *write, const struct read_piece *);
/* The value that the write leaves in the bytes of the piece. */
term piece_value(struct events *, const struct event *write, const struct read_piece *);
/* What the bytes have if no write comes before the read. */
term piece_initial(struct events *, const struct read_piece *);

enum { READ_SOURCES = 12 };
/* The values that the read may find, given all writes of the object, without their order; false:
 * there are more than 'most', at most READ_SOURCES, or it is not known. */
bool read_sources(struct events *, uint32_t read, const uint32_t *write, size_t n, term *source,
                  size_t *sources, size_t most);

/* The value that the read finds if no write comes before it. */
term read_initial(struct events *, uint32_t read);

#endif
