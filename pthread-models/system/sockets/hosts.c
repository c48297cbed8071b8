/* Old functions that look up hosts, services and protocols, and the list of interfaces: any of them
 * may be known, and mean anything.  Results of most lie in memory of their own. */
#include "socket.h"

void *malloc(size_t);
void free(void *);
unsigned short htons(unsigned short);

enum { LOOKUP_NO_HOST = 1, LOOKUP_AGAIN = 2, LOOKUP_FAILED = 3, LOOKUP_NO_ADDRESS = 4 };

static _Thread_local int lookup_error;

int *__h_errno_location(void) {
	return &lookup_error;
}

const char *hstrerror(int error) {
	static const char *const text[] = {"Resolver Error 0 (no error)", "Unknown host",
	                                   "Host name lookup failure", "Unknown server error",
	                                   "No address associated with name"};
	if (error >= 0 && error <= LOOKUP_NO_ADDRESS)
		return text[error];
	return error < 0 ? "Resolver internal error" : "Unknown resolver error";
}

static int any_lookup_error(void) {
	int error = __mc_nondet_int();
	__mc_assume(error >= LOOKUP_NO_HOST && error <= LOOKUP_NO_ADDRESS);
	return error;
}

static char *any_name(char *to, size_t size) {
	__mc_havoc(to, size);
	to[size - 1] = 0;
	return to;
}

struct host { /* struct hostent */
	char *name, **aliases;
	int family, length;
	char **addresses;
};

struct host_room { /* what a result points to: one address, no other names */
	char *aliases[1], *addresses[2], address[16], name[64];
};

static void fill_host(struct host *h, struct host_room *room, int family) {
	room->aliases[0] = room->addresses[1] = NULL;
	h->name = any_name(room->name, sizeof room->name);
	h->aliases = room->aliases;
	h->family = family;
	h->length = family == DOMAIN_INET ? 4 : 16;
	__mc_havoc(room->address, (size_t)h->length);
	room->addresses[0] = room->address;
	h->addresses = room->addresses;
}

static struct host *some_host(int family) {
	static struct {
		struct host host;
		struct host_room room;
	} hidden_state_of_gethostbyname;
	if (FAILS()) {
		lookup_error = any_lookup_error();
		return NULL;
	}
	fill_host(&hidden_state_of_gethostbyname.host, &hidden_state_of_gethostbyname.room, family);
	return &hidden_state_of_gethostbyname.host;
}

struct host *gethostbyname(const char *name) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(name, "gethostbyname");
	return some_host(DOMAIN_INET);
}

struct host *gethostbyname2(const char *name, int family) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(name, "gethostbyname2");
	return some_host(family == DOMAIN_INET6 ? DOMAIN_INET6 : DOMAIN_INET);
}

struct host *gethostbyaddr(const void *address, unsigned length, int family) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_READABLE(address, (size_t)length, "gethostbyaddr");
	return some_host(family == DOMAIN_INET6 ? DOMAIN_INET6 : DOMAIN_INET);
}

/* The result is in the caller's buffer; if that is too small, ERANGE. */
static int host_into(struct host *h, char *buffer, size_t size, struct host **result, int *error,
                     int family) {
	struct host_room *room = (struct host_room *)(void *)buffer;
	NEED_WRITABLE(h, sizeof *h, "gethostbyname_r");
	NEED_WRITABLE(buffer, size, "gethostbyname_r");
	*result = NULL;
	if (size < sizeof *room) {
		*error = -1; /* NETDB_INTERNAL */
		return ERANGE;
	}
	if (FAILS()) {
		*error = any_lookup_error();
		return *error == LOOKUP_AGAIN ? EAGAIN : 0;
	}
	fill_host(h, room, family);
	*result = h;
	return 0;
}

int gethostbyname_r(const char *name, struct host *h, char *buffer, size_t size,
                    struct host **result, int *error) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(name, "gethostbyname_r");
	return host_into(h, buffer, size, result, error, DOMAIN_INET);
}

int gethostbyaddr_r(const void *address, unsigned length, int family, struct host *h, char *buffer,
                    size_t size, struct host **result, int *error) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_READABLE(address, (size_t)length, "gethostbyaddr_r");
	return host_into(h, buffer, size, result, error,
	                 family == DOMAIN_INET6 ? DOMAIN_INET6 : DOMAIN_INET);
}

/* --- Services and protocols. --- */

struct service { /* struct servent */
	char *name, **aliases;
	int port;
	char *protocol;
};

static struct service *some_service(void) {
	static struct {
		struct service service;
		char *aliases[1], name[16], protocol[8];
	} hidden_state_of_getservbyname;
	__typeof__(hidden_state_of_getservbyname) *own = &hidden_state_of_getservbyname;
	if (FAILS())
		return NULL;
	own->aliases[0] = NULL;
	own->service.name = any_name(own->name, sizeof own->name);
	own->service.aliases = own->aliases;
	own->service.port = (int)(__mc_nondet_uint() & 0xffff);
	own->service.protocol = any_name(own->protocol, sizeof own->protocol);
	return &own->service;
}

struct service *getservbyname(const char *name, const char *protocol) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(name, "getservbyname");
	if (protocol != NULL)
		NEED_STRING(protocol, "getservbyname");
	return some_service();
}

struct service *getservbyport(int port, const char *protocol) {
	OPTIONAL_CANCELLATION_POINT();
	if (protocol != NULL)
		NEED_STRING(protocol, "getservbyport");
	struct service *s = some_service();
	if (s != NULL)
		s->port = port;
	return s;
}

struct protocol { /* struct protoent */
	char *name, **aliases;
	int number;
};

static struct protocol *some_protocol(void) {
	static struct {
		struct protocol protocol;
		char *aliases[1], name[16];
	} hidden_state_of_getprotobyname;
	__typeof__(hidden_state_of_getprotobyname) *own = &hidden_state_of_getprotobyname;
	if (FAILS())
		return NULL;
	own->aliases[0] = NULL;
	own->protocol.name = any_name(own->name, sizeof own->name);
	own->protocol.aliases = own->aliases;
	own->protocol.number = (int)(__mc_nondet_uint() & 0xff);
	return &own->protocol;
}

struct protocol *getprotobyname(const char *name) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(name, "getprotobyname");
	return some_protocol();
}

struct protocol *getprotobynumber(int number) {
	OPTIONAL_CANCELLATION_POINT();
	struct protocol *p = some_protocol();
	if (p != NULL)
		p->number = number;
	return p;
}

/* --- Interfaces. --- */

struct interface { /* struct ifaddrs */
	struct interface *next;
	char *name;
	unsigned flags;
	void *address, *mask, *other;
	void *data;
};

struct interface_entry {
	struct interface interface;
	char name[16];
	struct {
		unsigned short family, port;
		unsigned char bytes[4], zero[8];
	} address, mask;
};

/* One or two, in one block, as glibc allocates them; an interface may have no address. */
int getifaddrs(struct interface **result) {
	struct interface_entry *e;
	NEED_WRITABLE(result, sizeof *result, "getifaddrs");
	if (FAILS())
		return ERROR(EACCES, EMFILE, ENFILE, ENOBUFS, ENOMEM);
	int n = FAILS() ? 2 : 1;
	e = malloc(2 * sizeof *e);
	if (e == NULL)
		return -1;
	__mc_set(e, 0, 2 * sizeof *e);
	for (int i = 0; i < n; i++) {
		struct interface *it = &e[i].interface;
		it->next = i + 1 < n ? &e[i + 1].interface : NULL;
		it->name = any_name(e[i].name, sizeof e[i].name);
		it->flags = __mc_nondet_uint() & 0x7ffff;
		if (FAILS())
			continue;
		e[i].address.family = e[i].mask.family = DOMAIN_INET;
		__mc_havoc(e[i].address.bytes, 4);
		__mc_havoc(e[i].mask.bytes, 4);
		it->address = &e[i].address;
		it->mask = &e[i].mask;
	}
	*result = &e[0].interface;
	return 0;
}

void freeifaddrs(struct interface *list) {
	free(list);
}
