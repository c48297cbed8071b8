/* CaDiCaL with a proof: its C interface cannot write one, its C++ interface can.
 *
 * It writes learnt and deleted clauses to the stream of the file, as text, so that they stand among
 * the clauses that it was given in the right order.  What removes clauses that do not follow from
 * the others (elimination of variables, substitution of equivalent ones) is off: such clauses may
 * come back when new ones are added, and then nothing would prove them.  Nor are variables numbered
 * anew: a deleted clause would have other literals than when it was added, if they are fixed. */
#include <cadical.hpp>
#include <vector>

extern "C" {
#include "solvers/proof_file.h"
#include "solvers/sat/sat_engine.h"
}

namespace {

struct proving : CaDiCaL::Terminator {
	CaDiCaL::Solver solver;
	proof_file *proof = nullptr;
	std::vector<int> clause; // that is being added
	void *context = nullptr;
	int (*stop)(void *) = nullptr;

	bool terminate() override {
		return stop && stop(context);
	}
};

proving *self(void *s) {
	return static_cast<proving *>(s);
}

const char *version() {
	return CaDiCaL::Solver::signature();
}

void *open() {
	proving *s = new proving;
	for (const char *name : {"elim", "decompose", "block", "cover", "condition", "compact", "binary",
	                         "phase"})
		s->solver.set(name, 0);
	s->solver.set("quiet", 1);
	return s;
}

void prove(void *at, proof_file *file) {
	self(at)->proof = file;
	self(at)->solver.trace_proof(file->out, "proof");
}

void close(void *at) {
	proving *s = self(at);
	s->solver.disconnect_terminator();
	delete s;
}

void add(void *at, int literal) {
	proving *s = self(at);
	if (literal) {
		s->clause.push_back(literal);
		return;
	}
	proof_given(s->proof, s->clause.data(), s->clause.size());
	for (int a : s->clause)
		s->solver.add(a);
	s->solver.add(0);
	s->clause.clear();
}

void assume(void *at, int literal) {
	self(at)->solver.assume(literal);
}

int solve(void *at) {
	return self(at)->solver.solve();
}

int value(void *at, int variable) {
	return self(at)->solver.val(variable);
}

int failed(void *at, int literal) {
	return self(at)->solver.failed(literal);
}

void set_stop(void *at, void *context, int (*stop)(void *)) {
	self(at)->context = context;
	self(at)->stop = stop;
	self(at)->solver.connect_terminator(self(at));
}

} // namespace

const struct sat_engine sat_cadical_proving = {
    "cadical", version, open,     close,   add,     assume, nullptr, solve,
    value,     failed,  set_stop, 300,     nullptr, prove,  nullptr,
};
