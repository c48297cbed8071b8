#include "result/execution.h"

#include <stddef.h>

void execution_init(struct execution *x, enum execution_model model) {
	*x = (struct execution){.model = model, .raced = {EXECUTION_NONE, EXECUTION_NONE}};
}

void execution_free(struct execution *x) {
	for (size_t i = 0; i < x->event.n; i++) {
		vec_free(&x->event.at[i].read);
		vec_free(&x->event.at[i].written);
	}
	vec_free(&x->event);
}

uint32_t execution_add(struct execution *x, struct execution_event e) {
	uint32_t n = (uint32_t)x->event.n;
	e.index = 0;
	for (uint32_t i = n; i-- > 0;)
		if (x->event.at[i].thread == e.thread) {
			e.index = x->event.at[i].index + 1;
			break;
		}
	e.issued = e.in_memory = n ? x->event.at[n - 1].issued + 1 : 0;
	vec_push(&x->event, e);
	return n;
}

const char *execution_model_name(enum execution_model m) {
	switch (m) {
	case EXECUTION_SC: return "sc";
	case EXECUTION_TSO: return "tso";
	case EXECUTION_PSO: return "pso";
	case EXECUTION_C11: return "c11";
	}
	return "?";
}

const char *execution_kind_name(enum execution_kind k) {
	switch (k) {
	case EXECUTION_READ: return "read";
	case EXECUTION_WRITE: return "write";
	case EXECUTION_RMW: return "read-modify-write";
	case EXECUTION_FENCE: return "fence";
	case EXECUTION_LIBRARY: return "library";
	case EXECUTION_CREATE: return "create";
	case EXECUTION_JOIN: return "join";
	case EXECUTION_ATOMIC_BEGIN: return "begin of an atomic section";
	case EXECUTION_ATOMIC_END: return "end of an atomic section";
	}
	return "?";
}

const char *execution_order_name(enum execution_order o) {
	switch (o) {
	case ORDER_PLAIN: return "plain";
	case ORDER_RELAXED: return "relaxed";
	case ORDER_CONSUME: return "consume";
	case ORDER_ACQUIRE: return "acquire";
	case ORDER_RELEASE: return "release";
	case ORDER_ACQ_REL: return "acq_rel";
	case ORDER_SEQ_CST: return "seq_cst";
	}
	return "?";
}

bool bytes_meet(struct execution_bytes a, struct execution_bytes b) {
	return a.object == b.object && a.from < b.from + b.n && b.from < a.from + a.n;
}
