/* Names of hosts and services: getaddrinfo, getnameinfo and their kin.  What is written as a number
 * is exact; of names nobody knows what they mean. */
#include "socket.h"

void *malloc(size_t);
void free(void *);
struct inet_address;
int inet_aton(const char *text, struct inet_address *to);
int inet_pton(int family, const char *text, void *to);
const char *inet_ntop(int family, const void *from, char *to, unsigned size);
unsigned short htons(unsigned short);

enum { /* what is returned */
	   NAME_BAD_FLAGS = -1,
	   NAME_UNKNOWN = -2,
	   NAME_AGAIN = -3,
	   NAME_FAIL = -4,
	   NAME_NO_DATA = -5,
	   NAME_BAD_FAMILY = -6,
	   NAME_BAD_TYPE = -7,
	   NAME_BAD_SERVICE = -8,
	   NAME_OTHER_FAMILY = -9,
	   NAME_NO_MEMORY = -10,
	   NAME_SYSTEM = -11,
	   NAME_TOO_LONG = -12,
};

enum { /* AI_ */
	   ASK_PASSIVE = 1,
	   ASK_CANONICAL = 2,
	   ASK_NUMERIC_HOST = 4,
	   ASK_NUMERIC_SERVICE = 0x400,
	   ASK_KNOWN = 0x4ff,
};

enum { SOCKET_RDM = 4, SOCKET_DCCP = 6 };

union any_address { /* struct sockaddr_in, struct sockaddr_in6 */
	unsigned short family;
	struct {
		unsigned short family, port;
		unsigned char bytes[4], zero[8];
	} inet;
	struct {
		unsigned short family, port;
		unsigned flow;
		unsigned char bytes[16];
		unsigned scope;
	} inet6;
};

struct address_info { /* struct addrinfo */
	int flags, family, type, protocol;
	unsigned length;
	union any_address *address;
	char *name;
	struct address_info *next;
};

struct address_entry { /* as glibc allocates them */
	struct address_info info;
	union any_address address;
};

struct address_query {
	int flags, family, type, protocol;
	unsigned port;            /* in the order of the network */
	int is_numeric, is_local; /* host: a number, none */
	int found;                /* family of a number */
	_Alignas(4) unsigned char bytes[16];
};

/* What a failed lookup says; usually it does not fail. */
static int name_error(void) {
	static const signed char list[] = {NAME_UNKNOWN, NAME_AGAIN,        NAME_FAIL,
	                                   NAME_NO_DATA, NAME_OTHER_FAMILY, NAME_SYSTEM};
	size_t i = __mc_nondet_size();
	__mc_assume(i < sizeof list);
	if (list[i] == NAME_SYSTEM)
		ERROR(EAGAIN, EMFILE, ENFILE, ENOMEM, ENOENT, ECONNREFUSED);
	return list[i];
}

/* --- What is asked. --- */

/* A decimal number, all of it; nothing at all is 0. */
static int read_port(const char *s, unsigned *port) {
	unsigned long long value = 0;
	int digits = 0, is_empty = *s == 0;
	while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
		s++;
	for (; *s >= '0' && *s <= '9' && digits < 10; s++, digits++)
		value = 10 * value + (unsigned)(*s - '0');
	*port = htons((unsigned short)value);
	return is_empty || (digits > 0 && *s == 0 && value <= __INT_MAX__);
}

static int read_service(const char *service, struct address_query *q) {
	if (service == NULL)
		return 0;
	if (q->type == SOCKET_RAW)
		return NAME_BAD_SERVICE;
	if (read_port(service, &q->port))
		return 0;
	if ((q->flags & ASK_NUMERIC_SERVICE) != 0)
		return NAME_UNKNOWN;
	if (FAILS())
		return NAME_BAD_SERVICE;
	q->port = __mc_nondet_uint() & 0xffff;
	return 0;
}

static int read_host(const char *node, struct address_query *q) {
	q->is_numeric = 0;
	q->is_local = node == NULL;
	if (node == NULL)
		return 0;
	int i = 0; /* glibc takes no blanks behind it here */
	while (node[i] != 0 && node[i] != ' ' && !(node[i] >= '\t' && node[i] <= '\r'))
		i++;
	if (node[i] == 0 && inet_aton(node, (struct inet_address *)(void *)q->bytes))
		q->found = DOMAIN_INET;
	else if (inet_pton(DOMAIN_INET6, node, q->bytes) == 1)
		q->found = DOMAIN_INET6;
	else
		return (q->flags & ASK_NUMERIC_HOST) != 0 ? NAME_UNKNOWN : 0;
	q->is_numeric = 1;
	return q->family != 0 && q->family != q->found ? NAME_OTHER_FAMILY : 0;
}

static int read_hints(const struct address_info *hints, const char *node, struct address_query *q) {
	q->flags = q->family = q->type = q->protocol = 0;
	q->port = 0;
	if (hints == NULL)
		return 0;
	q->flags = hints->flags;
	q->family = hints->family;
	q->type = hints->type;
	q->protocol = hints->protocol;
	if ((q->flags & ~ASK_KNOWN) != 0 || ((q->flags & ASK_CANONICAL) != 0 && node == NULL))
		return NAME_BAD_FLAGS;
	if (q->family != 0 && q->family != DOMAIN_INET && q->family != DOMAIN_INET6)
		return NAME_BAD_FAMILY;
	int is_type = q->type >= 0 && q->type <= SOCKET_DCCP && q->type != SOCKET_RDM;
	return is_type ? 0 : NAME_BAD_TYPE;
}

/* --- The list. --- */

void freeaddrinfo(struct address_info *list) {
	while (list != NULL) {
		__mc_assert(!__mc_is_freed(list), "double-free",
		            "a list of addresses is freed that was freed before");
		struct address_info *next = list->next;
		free(list->name);
		free(list);
		list = next;
	}
}

static void set_bytes(union any_address *a, const struct address_query *q) {
	unsigned char *to = a->family == DOMAIN_INET ? a->inet.bytes : a->inet6.bytes;
	size_t n = a->family == DOMAIN_INET ? 4 : 16;
	if (q->is_numeric)
		__mc_copy(to, q->bytes, n);
	else if (!q->is_local)
		__mc_havoc(to, n);
	else if ((q->flags & ASK_PASSIVE) == 0) {
		to[n - 1] = 1;
		if (n == 4)
			to[0] = 127;
	}
}

static struct address_info *new_entry(const struct address_query *q, int family, int type,
                                      int protocol) {
	struct address_entry *e = malloc(sizeof *e);
	if (e == NULL)
		return NULL;
	__mc_set(e, 0, sizeof *e);
	e->info.flags = q->flags;
	e->info.family = family;
	e->info.type = type;
	e->info.protocol = protocol;
	e->info.length = family == DOMAIN_INET ? sizeof e->address.inet : sizeof e->address.inet6;
	e->info.address = &e->address;
	e->address.family = (unsigned short)family;
	e->address.inet.port = (unsigned short)q->port; /* at the same place in both */
	set_bytes(&e->address, q);
	return &e->info;
}

static int usual_protocol(const struct address_query *q, int type) {
	static const int protocol[] = {0, 6, 17, 0, 0, 132, 33};
	return q->protocol != 0 ? q->protocol : protocol[type];
}

enum { MOST_NAMED = 3 }; /* addresses that a name has */

/* The families of the addresses, in order; how many there are. */
static int find_families(const struct address_query *q, int *family) {
	int n = 1;
	family[0] = q->is_numeric ? q->found : q->family;
	if (q->is_local) { /* IPv6 may be switched off */
		family[1] = q->flags & ASK_PASSIVE ? DOMAIN_INET6 : DOMAIN_INET;
		if (q->family != 0)
			return 1;
		family[0] = q->flags & ASK_PASSIVE ? DOMAIN_INET : DOMAIN_INET6;
		if (!FAILS())
			return 2;
		if (__mc_nondet_bool())
			family[0] = family[1];
		return 1;
	}
	if (q->is_numeric)
		return 1;
	if (IS_OPEN_ENVIRONMENT()) {
		n = __mc_nondet_int();
		__mc_assume(n >= 1 && n <= MOST_NAMED);
	}
	for (int i = 0; i < MOST_NAMED; i++)
		family[i] = q->family != 0 ? q->family : __mc_nondet_bool() ? DOMAIN_INET : DOMAIN_INET6;
	return n;
}

/* An entry for each kind of socket that is asked for, or the usual three. */
static struct address_info *make_list(const struct address_query *q) {
	struct address_info *list = NULL, **end = &list;
	int family[MOST_NAMED], n = find_families(q, family);
	int first = q->type != 0 ? q->type : SOCKET_STREAM, last = q->type != 0 ? q->type : SOCKET_RAW;
	for (int i = 0; i < n; i++)
		for (int type = first; type <= last; type++) {
			*end = new_entry(q, family[i], type, usual_protocol(q, type));
			if (*end == NULL) {
				freeaddrinfo(list);
				return NULL;
			}
			end = &(*end)->next;
		}
	return list;
}

/* Of a number, itself; else any name. */
static char *canonical_name(const char *node, int is_numeric) {
	enum { NAME_SIZE = 32 };
	size_t n = NAME_SIZE;
	if (is_numeric)
		for (n = 1; node[n - 1] != 0;)
			n++;
	char *name = malloc(n);
	if (name == NULL)
		return NULL;
	if (is_numeric)
		__mc_copy(name, node, n);
	else
		__mc_havoc(name, n);
	name[n - 1] = 0;
	return name;
}

int getaddrinfo(const char *node, const char *service, const struct address_info *hints,
                struct address_info **result) {
	struct address_query q;
	OPTIONAL_CANCELLATION_POINT();
	if (node != NULL)
		NEED_STRING(node, "getaddrinfo");
	if (service != NULL)
		NEED_STRING(service, "getaddrinfo");
	if (hints != NULL)
		NEED_READABLE(hints, sizeof *hints, "getaddrinfo");
	if (node == NULL && service == NULL)
		return NAME_UNKNOWN;
	int error = read_hints(hints, node, &q);
	if (error == 0)
		error = read_service(service, &q);
	if (error == 0)
		error = read_host(node, &q);
	if (error == 0 && node != NULL && !q.is_numeric && FAILS())
		error = name_error();
	if (error != 0)
		return error;
	struct address_info *list = make_list(&q);
	if (list == NULL)
		return NAME_NO_MEMORY;
	if ((q.flags & ASK_CANONICAL) != 0) {
		list->name = canonical_name(node, q.is_numeric);
		if (list->name == NULL) {
			freeaddrinfo(list);
			return NAME_NO_MEMORY;
		}
	}
	*result = list;
	return 0;
}

const char *gai_strerror(int error) {
	static const char *const text[] = {
	    "Bad value for ai_flags",
	    "Name or service not known",
	    "Temporary failure in name resolution",
	    "Non-recoverable failure in name resolution",
	    "No address associated with hostname",
	    "ai_family not supported",
	    "ai_socktype not supported",
	    "Servname not supported for ai_socktype",
	    "Address family for hostname not supported",
	    "Memory allocation failure",
	    "System error",
	};
	static const char *const later[] = {
	    "Processing request in progress", "Request canceled",
	    "Request not canceled",           "All requests done",
	    "Interrupted by a signal",        "Parameter string not correctly encoded",
	};
	if (error < 0 && error >= NAME_SYSTEM)
		return text[-1 - error];
	if (error <= -100 && error >= -105)
		return later[-100 - error];
	return "Unknown error";
}

/* --- Addresses to names. --- */

/* Any text that fits, not empty. */
static int tell_any_name(char *to, unsigned size) {
	NEED_WRITABLE(to, (size_t)size, "getnameinfo");
	__mc_havoc(to, size);
	to[size - 1] = 0;
	if (size > 1)
		__mc_assume(to[0] != 0);
	return size > 1 ? 0 : NAME_TOO_LONG;
}

static int tell_text(char *to, unsigned size, const char *text) {
	unsigned n = 0;
	while (text[n] != 0)
		n++;
	if (n + 1 > size)
		return NAME_TOO_LONG;
	NEED_WRITABLE(to, (size_t)n + 1, "getnameinfo");
	__mc_copy(to, text, n + 1);
	return 0;
}

static int tell_port(char *to, unsigned size, unsigned port) {
	char text[6], *at = text + 5;
	*at = 0;
	do {
		*--at = (char)('0' + port % 10);
		port /= 10;
	} while (port > 0);
	return tell_text(to, size, at);
}

static int tell_host(const union any_address *a, char *to, unsigned size) {
	char text[46];
	if (a->family == DOMAIN_INET6 && a->inet6.scope != 0)
		__mc_unsupported("getnameinfo of an address with a scope");
	inet_ntop(a->family, a->family == DOMAIN_INET ? a->inet.bytes : a->inet6.bytes, text,
	          sizeof text);
	return tell_text(to, size, text);
}

int getnameinfo(const union any_address *address, unsigned length, char *host, unsigned host_size,
                char *service, unsigned service_size, int flags) {
	enum { NUMERIC_HOST = 1, NUMERIC_SERVICE = 2, NAME_REQUIRED = 8, NAME_FLAGS = 0xff };
	union any_address a;
	OPTIONAL_CANCELLATION_POINT();
	if ((flags & ~NAME_FLAGS) != 0)
		return NAME_BAD_FLAGS;
	if (length < sizeof a.family)
		return NAME_BAD_FAMILY;
	int wants_host = host != NULL && host_size > 0;
	int wants_service = service != NULL && service_size > 0;
	if (!wants_host && !wants_service)
		return (flags & NAME_REQUIRED) != 0 ? NAME_UNKNOWN : 0;
	NEED_READABLE(address, (size_t)length, "getnameinfo");
	int family = *(const unsigned short *)address, error = 0;
	if (family == DOMAIN_UNIX)
		__mc_unsupported("getnameinfo of AF_UNIX");
	if (family == DOMAIN_INET ? length < sizeof a.inet
	                          : family != DOMAIN_INET6 || length < sizeof a.inet6)
		return NAME_BAD_FAMILY;
	__mc_copy(&a, address, family == DOMAIN_INET ? sizeof a.inet : sizeof a.inet6);
	if (wants_host) {
		if ((flags & NUMERIC_HOST) != 0)
			error = (flags & NAME_REQUIRED) != 0 ? NAME_UNKNOWN : tell_host(&a, host, host_size);
		else
			error = FAILS() ? name_error() : tell_any_name(host, host_size);
	}
	if (error != 0 || !wants_service)
		return error;
	return (flags & NUMERIC_SERVICE) != 0 ? tell_port(service, service_size, htons(a.inet.port))
	                                      : tell_any_name(service, service_size);
}
