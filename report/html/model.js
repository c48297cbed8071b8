/* model.js -- what the page is about: a counterexample as a story of told steps, and everything that
 * can be asked about the moment after one of them.
 *
 * A record holds all steps; told are those that people are shown, one row each.  Whatever happens
 * up to the next told step belongs to the row before it.
 */
const NONE = -1;

class Story {
	constructor(cex) {
		this.cex = cex;
		this.threads = cex.threads;
		this.steps = cex.steps;
		this.told = this.steps.flatMap((s, i) => s.told === undefined ? [] : [this.row(s, i)]);
		this.last = this.told.length - 1;
		this.findRows();
		this.findMoves();
		this.findLives();
		this.findLocks();
		this.findValues();
	}

	row(step, at) {
		return {at, step, thread: step.thread, kind: step.kind, text: step.told, place: step.told_location || step.location};
	}

	/* In which row each recorded step happens. */
	findRows() {
		this.rowOf = new Int32Array(this.steps.length);
		let row = 0;
		for (let i = 0; i < this.steps.length; i++) {
			while (row < this.last && this.told[row + 1].at <= i)
				row++;
			this.rowOf[i] = row;
		}
	}

	findMoves() {
		this.rowsOf = this.threads.map(() => []);
		this.switches = [];
		this.told.forEach((row, k) => {
			this.rowsOf[row.thread].push(k);
			if (k && this.told[k - 1].thread !== row.thread)
				this.switches.push(k);
		});
	}

	/* From where to where threads live, and where they wait. */
	findLives() {
		this.birth = this.threads.map((_, t) => t ? null : 0);
		this.death = this.threads.map(() => null);
		this.waits = this.threads.map(() => []);
		this.steps.forEach((s, i) => {
			const k = this.rowOf[i];
			if (s.kind === "create" && s.other !== undefined && this.birth[s.other] === null)
				this.birth[s.other] = k;
			else if (s.kind === "thread-end")
				this.death[s.thread] = k;
			else if (s.kind === "blocked")
				this.waits[s.thread].push({from: k, to: this.nextRowOf(s.thread, k), step: s});
		});
		for (const wait of this.cex.waits || [])
			this.addLastWait(wait);
		this.threads.forEach((_, t) => {
			if (this.birth[t] === null && this.rowsOf[t].length)
				this.birth[t] = this.rowsOf[t][0];
		});
	}

	/* Who waits at the end may never have had a row that says so, or have the row of the violation. */
	addLastWait(wait) {
		const list = this.waits[wait.thread], before = list[list.length - 1];
		if (before && before.to >= this.last) {
			before.to = this.last + 1;
			return;
		}
		const rows = this.rowsOf[wait.thread];
		const from = rows.length ? rows[rows.length - 1] : this.last;
		const text = wait.what === "join" && wait.holder !== undefined ? `waits for ${this.name(wait.holder)} to end`
			: `waits for ${wait.what}${wait.object ? " " + wait.object.replace(/^&/, "") : ""}`;
		list.push({from, to: this.last + 1, step: {text, lhs: wait.object, other: wait.holder}});
	}

	nextRowOf(thread, k) {
		const rows = this.rowsOf[thread], next = rows[lastAtMost(rows, k) + 1];
		return next === undefined ? this.last + 1 : next;
	}

	findLocks() {
		this.locks = [];
		this.holds = this.threads.map(() => []);
		const open = new Map();
		this.steps.forEach((s, i) => {
			if (s.kind === "acquire")
				this.acquire(open, s, this.rowOf[i]);
			else if (s.kind === "release" && open.has(s.thread + " " + s.lhs)) {
				open.get(s.thread + " " + s.lhs).to = this.rowOf[i];
				open.delete(s.thread + " " + s.lhs);
			}
		});
		this.slots = this.holds.map(list => this.placeBars(list));
	}

	acquire(open, step, k) {
		let lock = this.locks.findIndex(l => l.name === step.lhs);
		if (lock < 0)
			lock = this.locks.push({name: step.lhs, what: step.text}) - 1;
		if (open.has(step.thread + " " + step.lhs))
			return;
		const hold = {lock, thread: step.thread, from: k, to: Infinity, slot: 0};
		this.holds[step.thread].push(hold);
		open.set(step.thread + " " + step.lhs, hold);
	}

	/* Bars side by side where they overlap in time; returns how many there are at most. */
	placeBars(list) {
		const free = [];
		for (const hold of list) {
			let slot = free.findIndex(until => until <= hold.from);
			if (slot < 0)
				slot = free.push(0) - 1;
			hold.slot = slot;
			free[slot] = hold.to;
		}
		return free.length;
	}

	/* Variables with all their values, in the order in which they appear. */
	findValues() {
		const found = new Map();
		this.steps.forEach((s, i) => {
			if (s.lhs === undefined || s.value === undefined || s.in_model && s.kind !== "input" ||
			    !["assign", "read", "input"].includes(s.kind))
				return;
			const scope = s.shared ? "" : s.thread + " " + s.function;
			const key = scope + " " + s.lhs;
			if (!found.has(key))
				found.set(key, this.variable(s));
			const changes = found.get(key).changes;
			if (s.kind === "read" && changes.length && changes[changes.length - 1].value === s.value)
				return;
			const before = changes.length ? changes[changes.length - 1].value : s.before;
			changes.push({k: s.kind === "read" ? -1 : this.rowOf[i], value: s.value, before, thread: s.thread, kind: s.kind});
		});
		this.variables = Array.from(found.values());
		for (const v of this.variables)
			v.changes.sort((a, b) => a.k - b.k);
	}

	variable(s) {
		const changes = [];
		if (s.kind === "assign" && s.before !== undefined)
			changes.push({k: -1, value: s.before, kind: "initial"});
		return {name: s.lhs, shared: Boolean(s.shared), thread: s.thread, function: s.function, changes};
	}

	/* After row k: {value, before, changed}; null: it has no value yet that anybody knows. */
	valueAt(variable, k) {
		const ix = lastAtMost(variable.changes, k, c => c.k);
		if (ix < 0)
			return null;
		const change = variable.changes[ix];
		let first = ix;
		while (first > 0 && variable.changes[first - 1].k === k)
			first--;
		return {value: change.value, changed: change.k === k, before: variable.changes[first].before, change};
	}

	/* What the thread does after row k. */
	stateOf(thread, k) {
		if (this.birth[thread] === null || k < this.birth[thread])
			return {name: "unborn", text: "not created yet"};
		if (this.told[k] && this.told[k].thread === thread && this.death[thread] !== k && !this.waitAt(thread, k))
			return {name: "runs", text: "runs"};
		const wait = this.waitAt(thread, k);
		if (wait)
			return {name: "waits", text: wait.step.text, wait};
		if (this.death[thread] !== null && k >= this.death[thread])
			return {name: "ended", text: "has ended"};
		return {name: "ready", text: "ready"};
	}

	waitAt(thread, k) {
		return this.waits[thread].find(w => w.from <= k && k < w.to);
	}

	heldAt(thread, k) {
		return this.holds[thread].filter(hold => hold.from <= k && k < hold.to);
	}

	/* The row the thread is at after row k. */
	positionOf(thread, k) {
		const rows = this.rowsOf[thread], ix = lastAtMost(rows, k);
		return ix < 0 ? NONE : rows[ix];
	}

	switchAfter(k) {
		const ix = lastAtMost(this.switches, k) + 1;
		return ix < this.switches.length ? this.switches[ix] : this.last;
	}

	switchBefore(k) {
		const ix = lastAtMost(this.switches, k - 1);
		return ix < 0 ? 0 : this.switches[ix];
	}

	label(thread) {
		const t = this.threads[thread];
		if (!t)
			return "thread " + thread;
		return thread && t.function ? `${t.name} ${t.function}` : t.name;
	}

	name(thread) {
		return this.threads[thread] ? this.threads[thread].name : "thread " + thread;
	}
}
