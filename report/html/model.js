/* model.js -- what the page is about: a counterexample as a story of lines, and everything that can
 * be asked about the moment after one of them.
 *
 * The record holds all steps; a line is what people are told, one row each, and spans some steps of
 * its thread.  A step that no line spans belongs to the row that was the last one by then.
 */
const NONE = -1;

class Story {
	constructor(cex, cause) {
		this.cex = cex;
		this.threads = cex.threads;
		this.steps = cex.steps;
		this.told = cex.lines.map(line => this.row(line));
		this.last = this.told.length - 1;
		this.findMoves();
		this.findRows();
		this.findCause(cause);
		this.findLives();
		this.findLocks();
		this.findValues();
		this.weak = cex.execution ? new Weak(this) : null;
	}

	row(line) {
		const text = (line.goes_on ? "… " : "") + line.text + (line.unfinished ? " …" : "") + (line.times > 1 ? ` (${line.times} times)` : "");
		const values = line.values.replaceAll(" -> ", " → ").replace(/^error(: |$)/, "");
		const place = line.location && line.location.line ? line.location : undefined;
		return {
			line, text, values, thread: line.thread, kind: line.kind, place, step: this.steps[line.step],
			sentence: text + (values ? `: ${values}` : ""), isError: /^error(: |$)/.test(line.values) || line.kind === "violation",
		};
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

	/* For each step: the last row by then, and the row that spans it. */
	findRows() {
		this.timeOf = new Int32Array(this.steps.length);
		this.rowOf = new Int32Array(this.steps.length);
		let row = 0, bound = 0;
		const bounds = this.told.map(told => bound = Math.max(bound, told.line.step));
		for (let i = 0; i < this.steps.length; i++) {
			while (row < this.last && bounds[row + 1] <= i)
				row++;
			this.timeOf[i] = this.rowOf[i] = row;
		}
		this.told.forEach((told, k) => {
			for (let i = told.line.first; i <= told.line.last; i++)
				if (this.steps[i].thread === told.thread)
					this.rowOf[i] = k;
		});
	}

	/* What the sentence is about has marks, and is never folded. */
	findCause(cause) {
		this.events = causeEvents(cause, this);
		this.marks = new Map();
		for (const event of this.events)
			if (event.row !== NONE)
				this.marks.set(event.row, [...this.marks.get(event.row) || [], event]);
		this.folded = this.told.map((row, k) => Boolean(row.line.folded) && !this.marks.has(k) && !row.isError && k > 0 && k < this.last);
	}

	/* From where to where threads live, and where they wait. */
	findLives() {
		this.birth = this.threads.map((_, t) => t ? null : 0);
		this.death = this.threads.map(() => null);
		this.waits = this.threads.map(() => []);
		this.steps.forEach((s, i) => {
			const k = this.timeOf[i];
			if (s.kind === "create" && s.other !== undefined && this.birth[s.other] === null)
				this.birth[s.other] = k;
			else if (s.kind === "thread-end")
				this.death[s.thread] = Math.max(k, this.birth[s.thread] || 0);
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
				this.acquire(open, s, this.timeOf[i]);
			else if (s.kind === "release" && open.has(s.thread + " " + s.lhs)) {
				open.get(s.thread + " " + s.lhs).to = this.timeOf[i];
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

	/* Places of memory that the program names, with all their values, in the order in which they
	 * appear.  Libraries write to them, too. */
	findValues() {
		this.freed = new Map(this.steps.filter(s => s.frees).map(s => [s.frees, {k: this.rowOf[s.index], thread: s.thread}]));
		const found = new Map(), kinds = ["assign", "read", "input", "flush"];
		const key = s => s.place || `${s.thread} ${s.function} ${s.lhs}`;
		const steps = this.steps.filter(s => kinds.includes(s.kind) && s.lhs !== undefined && s.value !== undefined);
		for (const s of steps)
			if (!s.in_model || s.kind === "input") {
				const v = found.get(key(s)) || {name: s.lhs, freed: this.freed.get((s.place || "").split("+")[0]), shared: false, thread: s.thread, function: s.function, changes: []};
				v.shared = v.shared || Boolean(s.shared);
				found.set(key(s), v);
			}
		for (const s of steps)
			if (found.has(key(s)))
				this.addChange(found.get(key(s)).changes, s);
		this.variables = Array.from(found.values());
	}

	/* What waits in a buffer is not in memory yet; what others have overwritten never stays there. */
	staysOut(s) {
		const event = this.cex.execution && s.event !== undefined ? this.cex.execution.events[s.event] : null;
		return s.buffer === "into" || (s.kind === "assign" && event && event.newer !== undefined);
	}

	addChange(changes, s) {
		if (this.staysOut(s) || (s.kind === "read" && s.buffer === "from"))
			return;
		const last = changes[changes.length - 1];
		if (!last && s.kind === "assign" && s.before !== undefined)
			changes.push({k: -1, value: s.before, kind: "initial"});
		const before = changes.length ? changes[changes.length - 1].value : undefined;
		if (s.kind !== "read")
			changes.push({k: s.index < this.told[0].line.first ? -1 : this.rowOf[s.index], value: s.value, before, thread: s.thread, kind: s.kind});
		else if (!last) /* it was there before */
			changes.push({k: -1, value: s.value, kind: "initial"});
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
		const ended = this.death[thread] !== null && k >= this.death[thread];
		if (this.birth[thread] === null || k < this.birth[thread])
			return {name: "unborn", text: "not created yet"};
		if (this.told[k] && this.told[k].thread === thread && !this.waitAt(thread, k))
			return {name: "runs", text: "runs"};
		const wait = this.waitAt(thread, k);
		if (wait)
			return {name: "waits", text: wait.step.text, wait};
		if (ended)
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
